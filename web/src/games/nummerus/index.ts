import type { Entry, NummerusTable, NummerusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { Step } from '../../lib/traces'
import type { GameUi, StatusInput } from '../game-ui'
import Board from './Board.svelte'
import BoardPicture from './BoardPicture.svelte'
import { deck } from './deck'
import { explain } from './explain'
import { facesOn } from './faces'
import Scoring from './Scoring.svelte'

function status({ table, players }: StatusInput<NummerusTable>): string {
  if (table.phase === 'trade') return m.nummerus_status_trade()
  if (table.free_choice) return m.nummerus_status_free()
  return players === 1 ? m.nummerus_status_alone() : m.nummerus_status_take()
}

/** The headings of docs/rules, counted from 0. */
const CHAPTERS = { turn: 3, end: 5, tausch: 7, solitaire: 8 }

function chapter({ table, players, over }: StatusInput<NummerusTable> & { over: boolean }): number {
  if (players === 1) return CHAPTERS.solitaire
  if (over) return CHAPTERS.end
  return table.phase === 'trade' ? CHAPTERS.tausch : CHAPTERS.turn
}

function piecesOf(entry: Entry): string[] {
  const told = entry.told as NummerusTold
  if (told.type === 'take') return [`pawn-${told.pawn}`, 'power']
  return told.type === 'trade' ? [`pawn-${told.given}`, `pawn-${told.taken}`] : []
}

/** The Power pawn slides; what it takes, and what is exchanged, shows on the track. */
function stepsOf(entry: Entry): Step[] {
  const told = entry.told as NummerusTold
  if (told.type === 'take') return [{ piece: 'power', from: `field-${told.start}`, to: `field-${told.field}` }]
  return told.type === 'trade' ? [{ piece: `pawn-${told.taken}`, from: `pawn-${told.given}`, to: 'track' }] : []
}

const optionPictures = { board: BoardPicture }

const nummerus: GameUi<NummerusTable> = {
  Board,
  Scoring,
  status,
  chapter,
  explain,
  piecesOf,
  stepsOf,
  endMove: 'end',
  endCall: m.nummerus_over, // N5: the board is empty
  deck,
  facesOn,
  optionPictures,
}
export default nummerus
