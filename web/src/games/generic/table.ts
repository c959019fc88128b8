/** A game without a board of its own: groups of pieces, and moves in words, both as the server says them. */
import type { GenericBoard } from '../../lib/protocol'
import type { Step } from '../../lib/traces'
import type { ExplainedMove } from '../game-ui'

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

/** The pieces whose ids stand on a button: without them two pieces that look the same could not be told apart. */
export function namedPieces({ groups, labels }: GenericTable): ReadonlySet<string> {
  const words = new Set([...labels.values()].flatMap((label) => label.split(/[\s(),.;:]+/)))
  return new Set(groups.flatMap(({ pieces }) => pieces.map(({ id }) => id)).filter((id) => words.has(id)))
}

/** A move is about the pieces whose ids it names: `take #7`. */
export function explain(move: string, { groups, labels }: GenericTable): ExplainedMove {
  const named = new Set(move.split(' '))
  const pieces = groups.flatMap((group) => group.pieces.map(({ id }) => id)).filter((id) => named.has(id))
  return { words: labels.get(move) ?? move, pieces }
}

/** The name of a group as a place: whose it is, and which of theirs. */
export function placeOf(groups: GenericTable['groups'], group: GenericTable['groups'][number]): string {
  const number = groups.filter(({ owner }) => owner === group.owner).indexOf(group)
  return `group-${group.owner ?? 'middle'}-${number}`
}

/** The pieces that lie in another group than before. */
export function stepsBetween(before: GenericTable, after: GenericTable): Step[] {
  const places = ({ groups }: GenericTable) =>
    new Map(groups.flatMap((group) => group.pieces.map(({ id }) => [id, placeOf(groups, group)] as const)))
  const [was, is] = [places(before), places(after)]
  return [...was].flatMap(([piece, from]) => {
    const to = is.get(piece)
    return to === undefined || to === from ? [] : [{ piece, from, to }]
  })
}
