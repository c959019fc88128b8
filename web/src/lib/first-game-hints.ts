/** The first game after a lesson: a hint for each of the first moves, then ever more rarely, then only on request. Kept in the browser. */
import { save, saved } from './storage'

/** After how many moves a hint comes only at every second one, only at every fourth one, and not at all. */
const [RARER, RARE, NONE] = [8, 16, 28]
const played = (game: string) => `played.${game}`
const reached = (lesson: string) => `lesson.${lesson}`

/** Has nobody played this game in this browser, nor finished its lesson? */
export const isNew = (game: string): boolean => saved(played(game)) === null

export const notePlayed = (game: string): void => save(played(game), 'yes')

/** The step of a lesson where the learner was last, from 1. */
export function stepReached(lesson: string, steps: number): number {
  const step = Number(saved(reached(lesson)))
  return Number.isInteger(step) && step >= 1 && step <= steps ? step : 1
}

export const noteStep = (lesson: string, step: number): void => save(reached(lesson), String(step))

/** From now on, this table is the guided one. */
export const guide = (table: string): void => save('guided', `${table} 0`)

/** Is a hint due at this table without being asked for? Each question counts as a move. */
export function takeHint(table: string): boolean {
  const [guided, count] = saved('guided')?.split(' ') ?? []
  const moves = Number(count)
  if (guided !== table || !(moves >= 0 && moves < NONE)) return false
  save('guided', `${table} ${moves + 1}`)
  return moves % (moves < RARER ? 1 : moves < RARE ? 2 : 4) === 0
}
