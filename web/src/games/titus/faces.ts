/** The faces that a table of Titus shows, by coin: the k-th coin of the deal has the tag k. */
import type { TitusTable } from '../../lib/protocol'
import type { SeenFace } from '../../lib/deal-witness'

export function facesOn({ top, hand, seats }: TitusTable): SeenFace[] {
  const coins = seats.flatMap(({ groups, series }) => [...groups.flat(), ...series.flatMap((scored) => scored.coins)])
  const inPile = top?.face == null ? [] : [{ place: top.tag - 1, face: String(top.face), up: true }]
  const elsewhere = [...(hand ? [hand] : []), ...coins].flatMap(({ tag, face }) =>
    face === null ? [] : [{ place: tag - 1, face: String(face) }],
  )
  return [...inPile, ...elsewhere]
}
