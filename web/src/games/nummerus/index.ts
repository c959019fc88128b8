import type { Entry, NummerusTable, NummerusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { GameUi, StatusInput } from '../board'
import Board from './Board.svelte'
import { explain } from './explain'
import { gestures } from './gestures'
import Scoring from './Scoring.svelte'

function status({ table, legal, players }: StatusInput): string {
  const { phase, reach } = table as NummerusTable
  if (phase === 'trade') return m.page_status_nummerus_trade()
  const { takes } = gestures(legal)
  const free = takes.size > 8 || reach.length === 0
  if (free) return m.page_status_nummerus_free()
  return players === 1 ? m.page_status_nummerus_alone() : m.page_status_nummerus_take()
}

function speaksOf(entry: Entry): string[] {
  const told = entry.told as NummerusTold
  if (told.type === 'take') return [`pawn-${told.pawn}`, 'power']
  return told.type === 'trade' ? [`pawn-${told.given}`, `pawn-${told.taken}`] : []
}

const nummerus: GameUi = { Board, Scoring, status, explain, speaksOf, endLabel: m.nummerus_move_end, curtain: false }
export default nummerus
