/** The solitaires of the day: what this browser keeps of them, and what follows from it. */
import { m } from '../paraglide/messages.js'
import { catalogue } from './catalogue'
import { optionName, valueName } from './options'
import type { GameInfo } from './protocol'
import { save, saved } from './storage'

type Value = string | number | boolean

/** One of a game's solitaires of a day; `number` is its place in the game's list. */
export interface Solitaire {
  game: string
  number: number
  options: Record<string, Value>
}

/** The first result of a solitaire of a day, or the best one of its puzzle. */
export interface DailyResult {
  game: string
  number: number | 'puzzle'
  date: string
  score: number
}

const KEY = 'daily'
const DAY_MS = 86_400_000

const say = catalogue(import.meta.glob('../paraglide/messages/*_left.js', { eager: true }))

/** The day that it is where the player is. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export function solitaires(games: readonly GameInfo[]): Solitaire[] {
  return games.flatMap(({ name, daily }) => daily.map((options, number) => ({ game: name, number, options })))
}

export function results(): DailyResult[] {
  try {
    const kept: unknown = JSON.parse(saved(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isResult) : []
  } catch {
    return []
  }
}

function isResult(thing: unknown): thing is DailyResult {
  const { game, number, date, score } = (thing ?? {}) as Record<string, unknown>
  return typeof game === 'string' && typeof date === 'string' && (typeof number === 'number' || number === 'puzzle') && typeof score === 'number'
}

/** The first game counts: a later one of the same deal changes nothing. A puzzle may be tried until it is solved. */
export function keep(result: DailyResult): void {
  const all = results()
  const earlier = resultOf(all, result, result.date)
  if (earlier && (result.number !== 'puzzle' || earlier.score <= result.score)) return
  save(KEY, JSON.stringify([...all.filter((one) => one !== earlier), result]))
}

/** What was played, by the options of a table. */
export function solitaireOf(info: GameInfo, options: Record<string, unknown>): number {
  return info.daily.findIndex((wanted) => JSON.stringify(wanted) === JSON.stringify(options))
}

export function resultOf(all: readonly DailyResult[], { game, number }: Pick<DailyResult, 'game' | 'number'>, date: string): DailyResult | undefined {
  return all.find((one) => one.game === game && one.number === number && one.date === date)
}

/** The lowest score is the best. */
export function best(all: readonly DailyResult[], { game, number }: Solitaire): number | null {
  const scores = all.filter((one) => one.game === game && one.number === number).map(({ score }) => score)
  return scores.length ? Math.min(...scores) : null
}

/** Days in a row, up to today; a day is not lost before it is over. */
export function streak(all: readonly DailyResult[], date: string): number {
  const days = new Set(all.map((one) => one.date))
  const before = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
  let count = 0
  for (let day = days.has(date) ? date : before(date); days.has(day); day = before(day)) count++
  return count
}

export function scoreText(game: string, score: number): string {
  return say(`${game}_left`, { count: score }) ?? String(score)
}

/** Which of the game's solitaires it is, by its options: those that differ between them. */
export function variant(info: GameInfo, { options }: Solitaire): string {
  const differing = info.options.filter(({ name }) => info.daily.some((daily) => name in daily))
  const named = ({ name, default: usual }: (typeof differing)[number]) =>
    `${m.page_label({ what: optionName(info.name, name) })} ${valueName(info.name, name, options[name] ?? usual)}`
  return differing.map(named).join(', ')
}
