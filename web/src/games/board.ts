/** What every board is given, and what each game's folder gives back. Boards know no rules: legal moves come as text. */
import type { Component, Snippet } from 'svelte'
import type { Entry, Result } from '../lib/protocol'

export interface BoardProps<Table = unknown, Known = unknown> {
  table: Table
  /** Notes: what this seat has seen so far; undefined at a table where one must remember. */
  known: Known | undefined
  odds: Record<string, unknown> | undefined
  options: Record<string, string | number | boolean>
  /** My seat; null for a watcher. */
  seat: number | null
  toMove: number | null
  legal: string[]
  /** By seat. */
  names: string[]
  over: boolean
  play: (move: string) => void
  /** The pieces that a line of the log speaks of. */
  spot: ReadonlySet<string>
  /** Who sits there. */
  plate: Snippet<[number]>
}

export interface ScoringProps<Table = unknown> {
  table: Table
  result: Result
  seat: number
  players: number
  options: Record<string, string | number | boolean>
}

export interface StatusInput {
  table: unknown
  legal: string[]
  players: number
}

/** A move in words, and the pieces it is about. */
export interface Explained {
  words: string
  pieces: string[]
}

export interface GameUi {
  /* eslint-disable-next-line -- each board narrows the table to its own kind */
  Board: Component<BoardProps<never, never>>
  Scoring: Component<ScoringProps<never>>
  /** What is expected of me now, in one line. */
  status: (input: StatusInput) => string
  endLabel: () => string
  explain: (move: string, table: never, names: readonly string[]) => Explained
  /** The pieces a line of the log speaks of. */
  speaksOf: (entry: Entry) => string[]
  /** The pieces that were turned over by what a line of the log tells. */
  turned?: (entry: Entry) => string[]
  /** Are there views that another person at the same screen must not see? */
  curtain: boolean
}

export const LOADERS: Record<string, () => Promise<{ default: GameUi }>> = {
  titus: () => import('./titus'),
  janus: () => import('./janus'),
  nummerus: () => import('./nummerus'),
}

/** My seat lies in front of me; the others follow clockwise. A watcher sits at seat 1's side. */
export function around(players: number, seat: number | null): number[] {
  const first = seat ?? 1
  return Array.from({ length: players }, (_, i) => ((first - 1 + i) % players) + 1)
}
