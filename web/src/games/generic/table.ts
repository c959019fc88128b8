/** A game without a board of its own: groups of pieces, and moves in words, both as the server says them. */
import type { GenericBoard } from '../../lib/protocol'
import type { ExplainedMove } from '../ui'

export interface GenericTable {
  groups: GenericBoard['groups']
  /** By move: what stands on its button. */
  labels: ReadonlyMap<string, string>
}

/** `legal`: the moves that `board` labels, in the same order. */
export function genericTable(board: GenericBoard | undefined, legal: readonly string[]): GenericTable {
  const labels = new Map(legal.map((move, i) => [move, board?.moves[i] ?? move]))
  return { groups: board?.groups ?? [], labels }
}

/** A move is about the pieces whose ids it names: `take #7`. */
export function explain(move: string, { groups, labels }: GenericTable): ExplainedMove {
  const named = new Set(move.split(' '))
  const pieces = groups.flatMap((group) => group.pieces.map(({ id }) => id)).filter((id) => named.has(id))
  return { words: labels.get(move) ?? move, pieces }
}
