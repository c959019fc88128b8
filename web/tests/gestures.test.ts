import { describe, expect, test } from 'vitest'
import { gestures as janus } from '../src/games/janus/gestures'
import janusUi from '../src/games/janus'
import nummerusUi from '../src/games/nummerus'
import { gestures as nummerus, neighbour, obtainable } from '../src/games/nummerus/gestures'
import { plan } from '../src/games/nummerus/fields'
import { gestures as titus, groupDrops, handDrops } from '../src/games/titus/gestures'

describe('Titus: where each legal move is offered', () => {
  test('the coin in the hand: a place, a group, an exchange (T9)', () => {
    const moves = titus(['place', 'join #5', 'swap #17'])
    expect([...handDrops(moves)]).toEqual([
      ['reserve', 'place'],
      ['group-5', 'join #5'],
      ['coin-17', 'swap #17'],
    ])
  })

  test('a merge is offered at both groups, a score at the point cards (T14)', () => {
    const moves = titus(['draw', 'merge #5 #9', 'score #9', 'end'])
    expect(moves.draw).toBe(true)
    expect([...groupDrops(moves, 9)]).toEqual([
      ['group-5', 'merge #5 #9'],
      ['stack', 'score #9'],
    ])
    expect([...groupDrops(moves, 5)]).toEqual([['group-9', 'merge #5 #9']])
  })

  test('the series of others (T10)', () => {
    expect(titus(['take 18', 'take 7']).takes).toEqual(
      new Map([
        [18, 'take 18'],
        [7, 'take 7'],
      ]),
    )
  })
})

test('Janus: the pile, cards of others, my own cards', () => {
  const moves = janus(['draw', 'take #23', 'discard #7', 'end'])
  expect(moves).toEqual({
    draw: true,
    end: true,
    takes: new Map([[23, 'take #23']]),
    discards: new Map([[7, 'discard #7']]),
  })
})

describe('Nummerus', () => {
  test('a pawn that touches two series has two moves (N9)', () => {
    const { takes } = nummerus(['take 17', 'take 32 on 31', 'take 32 on 33'])
    expect(takes.get(17)).toEqual(['take 17'])
    expect(takes.get(32)?.map(neighbour)).toEqual([31, 33])
  })

  test('the status tells a free choice from a pawn in line, however few are left (N4)', () => {
    const status = (free_choice: boolean) =>
      nummerusUi.status({ table: { phase: 'take', free_choice } as never, legal: ['take 17'], players: 2 })
    expect(status(true)).toBe('No pawn is in line: take any pawn.')
    expect(status(false)).toBe('Your turn: take a pawn that the Power pawn can reach.')
  })

  test('an exchange is two choices (N8)', () => {
    const { trades } = nummerus(['trade 12 30', 'trade 12 40', 'trade 13 30', 'end'])
    expect(obtainable(trades, null)).toEqual(new Set([30, 40]))
    expect(obtainable(trades, 13)).toEqual(new Set([30]))
    expect(trades.get(12)?.get(40)).toBe('trade 12 40')
  })

  test('both boards have 49 fields, their rows centred (N2)', () => {
    for (const board of ['classic', 'square'] as const) {
      const { fields, columns } = plan(board)
      expect(fields.length).toBe(49)
      expect(columns).toBe(7)
    }
    expect(plan('classic').fields[1]).toMatchObject({ x: 0.5, row: 0, column: 1 })
  })
})

test('Janus: the status says when a triplet may still be kept (J11)', () => {
  const status = (...own: Array<string | null>) =>
    janusUi.status({ table: { seats: [{ hand: own.map((side) => ({ own: side })) }] } as never, legal: ['draw', 'end'], players: 3 })
  expect(status('A', 'B', 'A')).toBe('Draw a second card, or end your turn.')
  expect(status(null, null, null)).toBe('Draw a second card, or end your turn.')
  expect(status('A', 'A', 'A')).toBe('A triplet! End your turn to lay it down, or draw once more first.')
})
