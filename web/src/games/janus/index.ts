import type { Entry, JanusTable, JanusTold } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'
import type { Step } from '../../lib/traces'
import type { GameUi, StatusInput } from '../game-ui'
import Board from './Board.svelte'
import { deck } from './deck'
import { explain } from './explain'
import { facesOn } from './faces'
import { gestures } from './gestures'
import Scoring from './Scoring.svelte'

/** J11: three of my cards are alike, and it is left to me when to lay them down. */
function holdsTriplet({ seats }: JanusTable): boolean {
  return seats.some(({ hand }) => hand.some(({ own }) => own && hand.filter((other) => other.own === own).length >= 3))
}

function status({ legal, table }: StatusInput<JanusTable>): string {
  const { draw, takes, discards, end } = gestures(legal)
  const drawing = draw || takes.size > 0
  if (end && drawing && holdsTriplet(table)) return m.janus_status_triplet()
  if (end) return drawing ? m.janus_status_draw_more() : m.janus_status_discard_more()
  if (drawing && discards.size) return m.janus_status_begin()
  return drawing ? m.janus_status_draw() : m.janus_status_discard()
}

/** The headings of docs/rules, counted from 0. */
const CHAPTERS = { turn: 4, draw: 5, discard: 6, triplets: 7, end: 9 }

function chapter({ legal, table, over }: StatusInput<JanusTable> & { over: boolean }): number {
  if (over) return CHAPTERS.end
  const { draw, takes, discards } = gestures(legal)
  const drawing = draw || takes.size > 0
  if (legal.length && holdsTriplet(table)) return CHAPTERS.triplets
  if (drawing === discards.size > 0) return CHAPTERS.turn
  return drawing ? CHAPTERS.draw : CHAPTERS.discard
}

function piecesOf(entry: Entry): string[] {
  const told = entry.told as JanusTold
  return 'card' in told ? [`card-${told.card}`] : []
}

function stepsOf(entry: Entry): Step[] {
  const told = entry.told as JanusTold
  if (!('card' in told)) return []
  const [piece, hand] = [`card-${told.card}`, `seat-${told.seat}`]
  if (told.type === 'discard') return [{ piece, from: hand, to: 'pile' }]
  return [{ piece, from: told.type === 'take' ? `seat-${told.other}` : 'pile', to: hand }]
}

const endQuestion = { asked: m.janus_close_asked, help: m.janus_close_help }

const janus: GameUi<JanusTable> = {
  Board, Scoring, status, chapter, explain, piecesOf, stepsOf, endMove: 'end', deck, facesOn, endQuestion,
}
export default janus
