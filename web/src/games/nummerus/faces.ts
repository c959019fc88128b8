/** The pawns that a table of Nummerus shows, by field: a pawn stays on its field until it is taken. */
import type { NummerusTable } from '../../lib/protocol'
import type { SeenFace } from '../../lib/deal-witness'

export function facesOn({ fields }: NummerusTable): SeenFace[] {
  return fields.flatMap((pawn, place) => (pawn === null ? [] : [{ place, face: String(pawn) }]))
}
