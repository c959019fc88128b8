/** What the analysis of my games found, kept in this browser only. */
import { api, type GameRecord } from './api'
import type { Analysis, MyTable, SeatAccount } from './protocol'
import { save, saved } from './storage'

const KEY = 'my-play'
const MAX_KEPT = 200

/** A game of mine. Shares of the victory; alone, series left. */
export interface Played extends Omit<SeatAccount, 'seat'> {
  table: string
  round: number
  game: string
  players: number
  /** When it ended, in milliseconds. */
  at: number
}

export interface Sum {
  game: string
  alone: boolean
  games: number
  result: number
  luck: number
  skill: number
  lost: number
  memory: number
}

/** The games that are kept, the latest first. */
export function playedGames(): Played[] {
  try {
    const found = JSON.parse(saved(KEY) ?? '[]') as unknown
    return Array.isArray(found) ? (found as Played[]) : []
  } catch {
    return []
  }
}

export function keepGame(played: Played): void {
  const others = playedGames().filter(({ table, round }) => table !== played.table || round !== played.round)
  const all = [...others, played].sort((a, b) => b.at - a.at).slice(0, MAX_KEPT)
  save(KEY, JSON.stringify(all))
}

export function forgetGames(): void {
  save(KEY, '[]')
}

/** The rounds in which I had one seat, the latest first. */
export function myRounds(tables: readonly MyTable[]): Array<{ table: MyTable; round: number; at: number }> {
  return tables
    .filter(({ chairs }) => chairs.length === 1)
    .flatMap((table) => table.played.map(({ round, at }) => ({ table, round, at })))
    .sort((a, b) => b.at - a.at)
}

/** My seat in a round: the record says which chair had which seat. */
export function mySeat(record: GameRecord, chairs: readonly number[]): number | null {
  const order = record.proof?.order ?? Array.from({ length: record.players }, (_, i) => i + 1)
  const seat = order.findIndex((chair) => chairs.includes(chair))
  return chairs.length === 1 && seat >= 0 ? seat + 1 : null
}

/** Keeps what an analysis found of me, if I played there. */
export async function keepMine(table: string, round: number, record: GameRecord, analysis: Analysis): Promise<void> {
  const { tables } = await api.mine()
  const mine = tables.find((found) => found.table === table)
  if (mine) keepFound(mine, round, record, analysis)
}

export function keepFound(mine: MyTable, round: number, record: GameRecord, analysis: Analysis): void {
  const account = analysis.seats.find(({ seat }) => seat === mySeat(record, mine.chairs))
  if (!account) return
  const at = mine.played.find((one) => one.round === round)?.at ?? mine.changed
  keepGame({ ...account, table: mine.table, round, game: record.game, players: record.players, at })
}

/** Means over my games, by game; a game alone counts as another one. */
export function sums(games: readonly Played[]): Sum[] {
  const rows = new Map<string, Played[]>()
  for (const one of games) {
    const key = `${one.game} ${one.players === 1}`
    rows.set(key, [...(rows.get(key) ?? []), one])
  }
  return [...rows.values()].map((found) => {
    const mean = (of: (one: Played) => number) => found.reduce((sum, one) => sum + of(one), 0) / found.length
    const { game, players } = found[0]!
    return {
      game,
      alone: players === 1,
      games: found.length,
      result: mean((one) => one.result),
      luck: mean((one) => one.luck),
      skill: mean((one) => one.skill),
      lost: mean((one) => one.lost),
      memory: mean((one) => one.memory),
    }
  })
}
