/** What a game's folder supplies, and what its components are given. Boards know no rules: legal moves come as text. */
import type { Component, Snippet } from 'svelte'
import type { Card } from '../lib/fair-deal'
import type { Entry, Result } from '../lib/protocol'
import type { Step } from '../lib/traces'
import type { SeenFace } from '../lib/deal-witness'

export type Options = Record<string, string | number | boolean>

export interface BoardProps<Table = unknown, Known = unknown> {
  table: Table
  /** Notes: what this seat has seen so far; undefined at a table where players must remember. */
  known: Known | undefined
  odds: Record<string, unknown> | undefined
  options: Options
  /** My seat; null for a watcher. */
  seat: number | null
  toMove: number | null
  legal: string[]
  /** By seat. */
  names: string[]
  over: boolean
  play: (move: string) => void
  /** The pieces to point out: a hint or a line of the log is about them. */
  highlighted: ReadonlySet<string>
  /** Draws the name of the player on a seat, if need be in at most this many letters. */
  player: Snippet<[seat: number, letters?: number]>
}

export interface ScoringProps<Table = unknown> {
  table: Table
  result: Result
  seat: number
  players: number
  options: Options
}

export interface StatusInput<Table = unknown> {
  table: Table
  legal: string[]
  players: number
}

/** A move in words, and the pieces it is about. */
export interface ExplainedMove {
  words: string
  pieces: string[]
}

/** The default export of `games/<game>/index.ts`. `Table` is the game's own kind of table. */
export interface GameUi<Table = never> {
  Board: Component<BoardProps<Table, never>>
  /** How the score of a seat adds up. */
  Scoring: Component<ScoringProps<Table>>
  /** What the player to move may do now, in one line. */
  status: (input: StatusInput<Table>) => string
  /** Which chapter of the rules matters now: the number of its heading, from 0. */
  chapter?: (input: StatusInput<Table> & { over: boolean }) => number
  explain: (move: string, table: Table, names: readonly string[]) => ExplainedMove
  /** The pieces that a line of the log is about. */
  piecesOf: (entry: Entry) => string[]
  /** Which pieces a move took from where to where; places are named in `data-place`. */
  stepsOf?: (entry: Entry) => Step[]
  /** The same for a game that only shows tables: what lies elsewhere after a move. */
  stepsBetween?: (before: Table, after: Table) => Step[]
  /** The pieces that a move turned over. */
  turnedOver?: (entry: Entry) => string[]
  /** The move that ends a turn, if the page is to offer it next to the status. */
  endMove?: string
  /** All cards in canonical order (docs/deals.md). Without them the page has to believe the server what the deck is. */
  deck?: readonly Card[]
  /** The faces that a table shows, so that the page can compare them with the deal at the end. */
  facesOn?: (table: Table) => SeenFace[]
  /** Pictures of the values of an option, by the option's name. */
  optionPictures?: Record<string, Component<{ value: string }>>
  /** Its table is the server's description in words, not the game's own table. */
  generic?: boolean
  /** What is called out when the game is over. */
  endCall?: () => string
  /** The question to the table when a player proposes to end the game. */
  endQuestion?: { asked: (inputs: { name: string }) => string; help: () => string }
}

/** My seat lies in front of me; the others follow clockwise. A watcher sits at seat 1's side. */
export function clockwise(players: number, seat: number | null): number[] {
  const first = seat ?? 1
  return Array.from({ length: players }, (_, i) => ((first - 1 + i) % players) + 1)
}

/** By seat: the number of the pattern in which its moves are traced. Mine is 0. */
export function traceStylesOf(players: number, seat: number | null): number[] {
  const order = clockwise(players, seat)
  return order.map((_, i) => order.indexOf(i + 1))
}

/** What a move took from where to where; the tables before and after it are undefined if this window did not see them. */
export function stepsIn(ui: GameUi, entry: Entry, before: unknown, after: unknown): Step[] {
  if (!ui.stepsBetween || before === undefined || after === undefined) return ui.stepsOf?.(entry) ?? []
  return ui.stepsBetween(before as never, after as never)
}
