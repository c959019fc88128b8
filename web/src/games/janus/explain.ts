/** A move of Janus in words, for labels and hints, and the card it is about. */
import type { JanusTable } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { ExplainedMove } from '../game-ui'
import { symbolName } from './words'

export function explain(move: string, table: JanusTable, names: readonly string[]): ExplainedMove {
  const [verb, card] = move.split(' ')
  if (verb === 'draw') {
    const { tag, up } = table.top ?? { tag: 0, up: null }
    return { words: m.janus_move_draw({ symbol: symbolName(up) }), pieces: [`card-${tag}`] }
  }
  if (verb === 'close') return { words: m.janus_move_close(), pieces: [] }
  if (verb !== 'take' && verb !== 'discard') return { words: m.janus_move_end(), pieces: [] }
  const tag = Number(card?.slice(1))
  const holder = table.seats.findIndex(({ hand }) => hand.some((held) => held.tag === tag))
  const held = table.seats[holder]?.hand.find((found) => found.tag === tag)
  const pieces = [`card-${tag}`]
  if (verb === 'take') {
    return { words: m.janus_move_take({ other: names[holder] ?? '', symbol: symbolName(held?.outer ?? null) }), pieces }
  }
  const symbol = symbolName(held?.own ?? null)
  const words = table.discard === 'top' ? m.janus_move_discard_top({ symbol }) : m.janus_move_discard({ symbol })
  return { words, pieces }
}
