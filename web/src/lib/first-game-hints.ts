/** The first game after a lesson: a hint for each of the first moves, then only on request. Kept in the browser. */
import { save, saved } from './storage'

const HINTS = 12
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
export const guide = (table: string): void => save('guided', `${table} ${HINTS}`)

/** Is a hint due at this table without being asked for? Each one is given once. */
export function takeHint(table: string): boolean {
  const [guided, left] = saved('guided')?.split(' ') ?? []
  const hints = Number(left)
  if (guided !== table || !(hints > 0)) return false
  save('guided', `${table} ${hints - 1}`)
  return true
}
