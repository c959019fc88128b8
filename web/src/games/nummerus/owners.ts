/** Who has each number: for the track. */
import type { NummerusTable } from '../../lib/protocol'

/** Under white letters, in light and dark alike; the first is mine. */
export const OWNER_COLOURS = ['#7a1f3d', '#0b5963', '#4a3b87', '#5f4300'] as const
/** Of a series that will be put away. */
export const AWAY_COLOUR = '#256b3a'

export interface Owner {
  /** From 1. */
  seat: number
  /** The series it is part of; null: it lies alone. */
  series: number[] | null
}

/** By number. What is not in it is still on the board. */
export function owners({ seats }: NummerusTable): Map<number, Owner> {
  const found = new Map<number, Owner>()
  for (const [i, { pawns, series }] of seats.entries()) {
    for (const pawn of pawns) found.set(pawn, { seat: i + 1, series: series.find((run) => run.includes(pawn)) ?? null })
  }
  return found
}

/** A series in short: `17–21`, or a single number. */
export const range = (series: readonly number[]): string =>
  series.length > 1 ? `${series[0]}–${series.at(-1)}` : String(series[0] ?? '')
