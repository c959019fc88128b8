/** Who has each number: for the track. */
import type { NummerusTable } from '../../lib/protocol'

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
