import { expect, test } from 'vitest'
import { explain, genericTable, namedPieces } from '../src/games/generic/table'

const piece = (id: string, text: string) => ({ id, text, hidden: false })
const BOARD = {
  groups: [{ label: 'Row', owner: null, pieces: [piece('#1', '9'), piece('#2', '9')] }],
  moves: ['Take the 9 (#1)', 'Take the 9 (#2)', 'Pass'],
}
const LEGAL = ['take #1', 'take #2', 'pass']
const table = genericTable(BOARD, LEGAL)

test('a move is called what the server calls it, and is about the pieces that it names', () => {
  expect(explain('take #2', table)).toEqual({ words: 'Take the 9 (#2)', pieces: ['#2'] })
  expect(explain('pass', table)).toEqual({ words: 'Pass', pieces: [] })
})

test('a move that nobody labelled is called by its text', () => {
  expect(explain('jump #1', table)).toEqual({ words: 'jump #1', pieces: ['#1'] })
  expect(explain('pass', genericTable(undefined, LEGAL)).words).toBe('pass')
})

test('pieces that the labels name show their ids', () => {
  expect(namedPieces(table)).toEqual(new Set(['#1', '#2']))
  expect(namedPieces(genericTable({ ...BOARD, moves: ['Left', 'Right', 'Pass'] }, LEGAL))).toEqual(new Set())
})
