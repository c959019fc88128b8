/** The legal moves of Nummerus, by the pawn that is tapped: to take, to give, or to get. */

export interface Gestures {
  /** By pawn: its moves. There are two if it touches two series of a solitaire (N9). */
  takes: Map<number, string[]>
  /** By the pawn given, by the pawn got: the move (N8). */
  trades: Map<number, Map<number, string>>
}

export function gestures(legal: readonly string[]): Gestures {
  const takes = new Map<number, string[]>()
  const trades = new Map<number, Map<number, string>>()
  for (const move of legal) {
    const [verb, first, second] = move.split(' ')
    if (verb === 'take') {
      const pawn = Number(first)
      takes.set(pawn, [...(takes.get(pawn) ?? []), move])
    } else if (verb === 'trade') {
      const given = Number(first)
      const got = trades.get(given) ?? new Map<number, string>()
      trades.set(given, got.set(Number(second), move))
    }
  }
  return { takes, trades }
}

/** `take 32 on 31`: the neighbour to whose series it goes. */
export function neighbour(move: string): number {
  return Number(move.split(' ')[3])
}

/** The pawns that can be got, for the one given or for any. */
export function obtainable(trades: Gestures['trades'], given: number | null): Set<number> {
  const lists = given === null ? [...trades.values()] : [trades.get(given) ?? new Map<number, string>()]
  return new Set(lists.flatMap((got) => [...got.keys()]))
}
