import type { Entry, TitusTable, TitusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { GameUi, StatusInput } from '../board'
import Board from './Board.svelte'
import { explain } from './explain'
import { gestures, type Gestures } from './gestures'
import Scoring from './Scoring.svelte'

function status({ table, legal }: StatusInput): string {
  const { phase, hand, taking_over } = table as TitusTable
  if (phase !== 'choose') return withCoin(gestures(legal), hand?.face ?? '?')
  if (taking_over) return m.page_status_titus_free()
  return legal.includes('end') ? m.page_status_titus_more() : m.page_status_titus_choose()
}

/** A coin is in the hand: what may become of it. */
function withCoin({ joins, swaps }: Gestures, coin: number | string): string {
  if (joins.size) return swaps.size ? m.page_status_titus_drawn({ coin }) : m.page_status_titus_turned({ coin })
  return swaps.size ? m.page_status_titus_swap({ coin }) : m.page_status_titus_place({ coin })
}

function speaksOf(entry: Entry): string[] {
  const told = entry.told as TitusTold
  const coins =
    told.type === 'draw' || told.type === 'take' || told.type === 'place'
      ? [told.coin]
      : told.type === 'swap'
        ? [told.given, told.wanted]
        : told.type === 'join'
          ? [told.coin, ...told.group]
          : told.type === 'merge'
            ? [...told.lower, ...told.upper]
            : told.type === 'score'
              ? told.group
              : []
  return coins.map(({ tag }) => `coin-${tag}`)
}

/** What is taken from others comes turned over (T9, T10). */
function turned(entry: Entry): string[] {
  const told = entry.told as TitusTold
  if (told.type === 'swap') return [`coin-${told.wanted.tag}`]
  return told.type === 'take' ? [`coin-${told.coin.tag}`] : []
}

const titus: GameUi = { Board, Scoring, status, explain, speaksOf, turned, endLabel: m.titus_move_end, curtain: false }
export default titus
