/** A move of Nummerus in words, for labels and hints, and the pawns it is about. */
import type { NummerusTable } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { ExplainedMove } from '../game-ui'

export function explain(move: string, table: NummerusTable, names: readonly string[]): ExplainedMove {
  const [verb, first, second, third] = move.split(' ')
  const pawn = Number(first)
  if (verb === 'take') {
    const on = Number(third)
    const words = third === undefined ? m.nummerus_move_take({ pawn }) : m.nummerus_move_take_on({ pawn, on })
    return { words, pieces: [`pawn-${pawn}`] }
  }
  if (verb !== 'trade') return { words: m.nummerus_move_end(), pieces: [] }
  const taken = Number(second)
  const owner = table.seats.findIndex(({ pawns }) => pawns.includes(taken))
  const words = m.nummerus_move_trade({ given: pawn, other: names[owner] ?? '', taken })
  return { words, pieces: [`pawn-${pawn}`, `pawn-${taken}`] }
}
