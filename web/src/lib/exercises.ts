/** Exercises, "what would you do?": which come next, and how the ones before went. Kept in the browser. */
import type { ExercisePosition } from './protocol'
import { save, saved } from './storage'

export type Grade = ExercisePosition['grade']
export const GRADES: readonly Grade[] = ['easy', 'medium', 'hard']

export interface Exercise {
  game: string
  /** From 1. */
  number: number
  grade: Grade
}

/** By number: was the best move found? */
export type Answers = Record<number, boolean>
/** By game. */
export type Progress = Record<string, Answers>

const key = (game: string) => `exercises.${game}`

function answersOf(game: string): Answers {
  try {
    const kept: unknown = JSON.parse(saved(key(game)) ?? '{}')
    const entries = kept && typeof kept === 'object' ? Object.entries(kept) : []
    return Object.fromEntries(entries.filter(([number, right]) => Number(number) > 0 && typeof right === 'boolean')) as Answers
  } catch {
    return {}
  }
}

export const progressOf = (games: readonly string[]): Progress => Object.fromEntries(games.map((game) => [game, answersOf(game)]))

/** The first answer counts. */
export function noteAnswer(progress: Progress, { game, number }: Exercise, right: boolean): Progress {
  const answers = { [number]: right, ...progress[game] }
  save(key(game), JSON.stringify(answers))
  return { ...progress, [game]: answers }
}

/** Begin these again. */
export function forget(progress: Progress, those: readonly Exercise[]): Progress {
  const left = structuredClone(progress)
  for (const { game, number } of those) delete left[game]?.[number]
  for (const [game, answers] of Object.entries(left)) save(key(game), JSON.stringify(answers))
  return left
}

/** All exercises, the games in turn. */
export function listed(grades: Record<string, readonly Grade[]>): Exercise[] {
  const all = Object.entries(grades).flatMap(([game, each]) => each.map((grade, i) => ({ game, number: i + 1, grade })))
  return all.sort((one, other) => one.number - other.number)
}

export const isAnswered = (progress: Progress, { game, number }: Exercise): boolean => progress[game]?.[number] !== undefined

/** The next one without an answer, after the given one and then from the beginning. */
export function next(those: readonly Exercise[], progress: Progress, after: Exercise | null): Exercise | null {
  const from = after ? those.findIndex(({ game, number }) => game === after.game && number === after.number) + 1 : 0
  return [...those.slice(from), ...those.slice(0, from)].find((one) => !isAnswered(progress, one)) ?? null
}

/** How many have an answer, and how many of these were right. */
export function counted(those: readonly Exercise[], progress: Progress): { done: number; right: number } {
  const answers = those.map(({ game, number }) => progress[game]?.[number])
  return { done: answers.filter((right) => right !== undefined).length, right: answers.filter(Boolean).length }
}
