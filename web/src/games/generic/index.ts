import { m } from '../../paraglide/messages.js'
import type { GameUi } from '../game-ui'
import Board from './Board.svelte'
import Scoring from './Scoring.svelte'
import { explain, stepsBetween, type GenericTable } from './table'

const generic: GameUi<GenericTable> = {
  Board,
  Scoring,
  status: m.generic_status,
  explain,
  // A move names pieces by their ids.
  piecesOf: ({ move }) => move.split(' ').slice(1),
  stepsBetween,
  generic: true,
}
export default generic
