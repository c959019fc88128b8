/** The sides that a table of Janus shows, by card: the k-th card of the deal has the tag k. */
import type { JanusTable } from '../../lib/protocol'
import type { SeenFace } from '../../lib/deal-witness'

export function facesOn({ top, seats }: JanusTable): SeenFace[] {
  const cards = seats.flatMap(({ hand }) => hand)
  const shown: Array<[number, string | null]> = [
    ...(top ? [[top.tag, top.up] as [number, string | null]] : []),
    ...cards.flatMap(({ tag, own, outer }): Array<[number, string | null]> => [[tag, own], [tag, outer]]),
    ...seats.flatMap(({ triplets }) =>
      triplets.flatMap(({ symbol, tags }) => tags.map((tag): [number, string] => [tag, symbol])),
    ),
  ]
  return shown.flatMap(([tag, face]) => (face === null ? [] : [{ place: tag - 1, face }]))
}
