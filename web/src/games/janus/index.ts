import type { Entry, JanusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { GameUi, StatusInput } from '../board'
import Board from './Board.svelte'
import { explain } from './explain'
import { gestures } from './gestures'
import Scoring from './Scoring.svelte'

function status({ legal }: StatusInput): string {
  const { draw, takes, discards, end } = gestures(legal)
  const drawing = draw || takes.size > 0
  if (end) return drawing ? m.page_status_janus_draw_more() : m.page_status_janus_discard_more()
  if (drawing && discards.size) return m.page_status_janus_begin()
  return drawing ? m.page_status_janus_draw() : m.page_status_janus_discard()
}

function speaksOf(entry: Entry): string[] {
  const told = entry.told as JanusTold
  return 'card' in told ? [`card-${told.card}`] : []
}

const janus: GameUi = { Board, Scoring, status, explain, speaksOf, endLabel: m.janus_move_end, curtain: true }
export default janus
