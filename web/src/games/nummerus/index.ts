import type { Entry, NummerusTable, NummerusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { GameUi, StatusInput } from '../ui'
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

function piecesOf(entry: Entry): string[] {
  const told = entry.told as NummerusTold
  if (told.type === 'take') return [`pawn-${told.pawn}`, 'power']
  return told.type === 'trade' ? [`pawn-${told.given}`, `pawn-${told.taken}`] : []
}

const optionPictures = { board: BoardPicture }

const nummerus: GameUi<NummerusTable> = {
  Board,
  Scoring,
  status,
  explain,
  piecesOf,
  endMove: 'end',
  endCall: m.nummerus_over, // N5: the board is empty
  deck,
  facesOn,
  optionPictures,
}
export default nummerus
