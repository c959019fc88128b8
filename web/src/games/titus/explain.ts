/** A move of Titus in words, for labels and hints, and the coins it is about. */
import type { TitusCoin, TitusTable } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { ExplainedMove } from '../game-ui'
import { run } from './notes'

const number = (text: string | undefined) => Number(text?.replace('#', ''))
const shown = (coin: TitusCoin | null | undefined) => coin?.face ?? '?'

function groupOf(table: TitusTable, lowest: number): TitusCoin[] {
  return table.seats.flatMap(({ groups }) => groups).find((group) => group[0]?.tag === lowest) ?? []
}

function topOf(table: TitusTable, card: number): TitusCoin[] {
  const series = table.seats.flatMap((seat) => seat.series).find((found) => found.card === card)
  return series?.coins.slice(-1) ?? []
}

const about = (words: string, coins: ReadonlyArray<TitusCoin | null>): ExplainedMove => ({
  words,
  pieces: coins.flatMap((coin) => (coin ? [`coin-${coin.tag}`] : [])),
})

export function explain(move: string, table: TitusTable, names: readonly string[]): ExplainedMove {
  const [verb, first, second] = move.split(' ')
  const { hand, top } = table
  const [group, card] = [groupOf(table, number(first)), number(first)]
  switch (verb) {
    case 'draw':
      return about(m.titus_move_draw({ coin: shown(top) }), [top])
    case 'take':
      return about(m.titus_move_take({ coin: shown(topOf(table, card)[0]), card }), topOf(table, card))
    case 'place':
      return about(m.titus_move_place({ coin: shown(hand) }), [hand])
    case 'join':
      return about(m.titus_move_join({ coin: shown(hand), group: run(group) }), [hand, ...group])
    case 'swap': {
      const owner = table.seats.findIndex(({ groups }) => groups.includes(group))
      const words = m.titus_move_swap({ coin: shown(hand), other: names[owner] ?? '', wanted: run(group) })
      return about(words, [hand, ...group])
    }
    case 'merge': {
      const upper = groupOf(table, number(second))
      return about(m.titus_move_merge({ upper: run(upper), lower: run(group) }), [...group, ...upper])
    }
    case 'score':
      return about(m.titus_move_score({ group: run(group), card: table.stack[0] ?? '?' }), group)
    default:
      return about(m.titus_move_end(), [])
  }
}
