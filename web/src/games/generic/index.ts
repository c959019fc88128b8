import { m } from '../../paraglide/messages.js'
import type { GameUi } from '../ui'
import Board from './Board.svelte'
import Scoring from './Scoring.svelte'
import { explain, type GenericTable } from './table'

const generic: GameUi<GenericTable> = {
  Board,
  Scoring,
  status: m.generic_status,
  explain,
  piecesOf: () => [],
  generic: true,
}
export default generic
