import type { Entry, TitusCoin, TitusTable, TitusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { Step } from '../../lib/traces'
import type { GameUi, StatusInput } from '../game-ui'
import Board from './Board.svelte'
import { deck } from './deck'
import { explain } from './explain'
import { facesOn } from './faces'
import { gestures, type Gestures } from './gestures'
import Scoring from './Scoring.svelte'

function status({ table, legal }: StatusInput<TitusTable>): string {
  const { phase, hand, taking_over } = table
  if (phase !== 'choose') return withCoin(gestures(legal), hand?.face ?? '?')
  if (taking_over) return m.titus_status_free()
  return legal.includes('end') ? m.titus_status_more() : m.titus_status_choose()
}

/** The headings of docs/rules, counted from 0. */
const CHAPTERS = { turn: 4, pile: 5, more: 7, free: 9, end: 10 }

function chapter({ table, legal, over }: StatusInput<TitusTable> & { over: boolean }): number {
  if (over) return CHAPTERS.end
  if (table.phase !== 'choose') return CHAPTERS.pile
  if (table.taking_over) return CHAPTERS.free
  return legal.includes('end') ? CHAPTERS.more : CHAPTERS.turn
}

/** A coin is in the hand: what the player may do with it. */
function withCoin({ joins, swaps }: Gestures, coin: number | string): string {
  if (joins.size) return swaps.size ? m.titus_status_drawn({ coin }) : m.titus_status_turned({ coin })
  return swaps.size ? m.titus_status_swap({ coin }) : m.titus_status_place({ coin })
}

function piecesOf(entry: Entry): string[] {
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

/** An exchanged coin comes from where the coin given for it lies now. */
function stepsOf(entry: Entry): Step[] {
  const told = entry.told as TitusTold
  const piece = (coin: TitusCoin) => `coin-${coin.tag}`
  const own = `seat-${told.seat}`
  switch (told.type) {
    case 'draw':
      return [{ piece: piece(told.coin), from: 'pile', to: 'hand' }]
    case 'take':
      return [{ piece: piece(told.coin), from: `card-${told.card}`, to: 'hand' }]
    case 'swap':
      return [
        { piece: piece(told.given), from: 'hand', to: `seat-${told.other}` },
        { piece: piece(told.wanted), from: piece(told.given), to: 'hand' },
      ]
    case 'place':
    case 'join':
      return [{ piece: piece(told.coin), from: 'hand', to: own }]
    case 'score':
      return [{ piece: `card-${told.card}`, from: 'stack', to: own }]
    default:
      return []
  }
}

/** Where a move tells the back of a coin, the coin was turned over. */
function turnedOver(entry: Entry): string[] {
  const told = entry.told as TitusTold
  if (!('back' in told)) return []
  return [`coin-${(told.type === 'swap' ? told.wanted : told.coin).tag}`]
}

const titus: GameUi<TitusTable> = {
  Board, Scoring, status, chapter, explain, piecesOf, stepsOf, turnedOver, endMove: 'end', deck, facesOn,
}
export default titus
