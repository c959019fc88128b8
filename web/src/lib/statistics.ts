/** What my finished games add up to. Rounds at one device, where I hold several chairs, have no winner to count. */
import type { Level, MyTable, PlayedRound } from './protocol'

/** Against whom: the strongest bot at the table, or people. */
export type Opponent = Level | 'people'

export interface Row {
  game: string
  against: Opponent
  games: number
  wins: number
}

export interface Statistics {
  games: number
  wins: number
  /** Games won in a row: the most ever, and up to now. */
  bestStreak: number
  streak: number
  rows: Row[]
}

const STRENGTHS: readonly Level[] = ['novice', 'casual', 'club', 'expert', 'master']

export function against({ levels, chairs }: Pick<MyTable, 'levels' | 'chairs'>): Opponent {
  const people = levels.some((level, i) => level === null && !chairs.includes(i + 1))
  const bots = levels.flatMap((level) => level ?? [])
  return people ? 'people' : (STRENGTHS.findLast((level) => bots.includes(level)) ?? 'people')
}

/** Did I win, alone or with others? */
export function won(table: Pick<MyTable, 'chairs'>, { ranks }: Pick<PlayedRound, 'ranks'>): boolean {
  return ranks[(table.chairs[0] ?? 1) - 1] === 1
}

export function statistics(tables: readonly MyTable[]): Statistics {
  const counted = tables
    .filter(({ chairs, setup }) => chairs.length === 1 && setup.players > 1)
    .flatMap((table) => table.played.map((round) => ({ table, round })))
    .sort((a, b) => a.round.at - b.round.at)
  const rows = new Map<string, Row>()
  let streak = 0
  let bestStreak = 0
  for (const { table, round } of counted) {
    const row = rowOf(rows, table.setup.game, against(table))
    const win = won(table, round)
    row.games++
    row.wins += Number(win)
    streak = win ? streak + 1 : 0
    bestStreak = Math.max(bestStreak, streak)
  }
  const all = [...rows.values()]
  return { games: counted.length, wins: all.reduce((sum, { wins }) => sum + wins, 0), bestStreak, streak, rows: sorted(all) }
}

function rowOf(rows: Map<string, Row>, game: string, opponent: Opponent): Row {
  const key = `${game} ${opponent}`
  const row = rows.get(key) ?? { game, against: opponent, games: 0, wins: 0 }
  rows.set(key, row)
  return row
}

/** By game; bots from the weakest to the strongest, then people. */
function sorted(rows: Row[]): Row[] {
  const strength = ({ against }: Row) => (against === 'people' ? STRENGTHS.length : STRENGTHS.indexOf(against))
  return rows.sort((a, b) => a.game.localeCompare(b.game) || strength(a) - strength(b))
}
