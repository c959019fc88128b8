import { describe, expect, test } from 'vitest'
import { turnStarts } from '../src/lib/analysis'
import type { GameRecord } from '../src/lib/api'
import { mySeat, sums, type Played } from '../src/lib/my-play'

const record = (players: number, order?: number[]): GameRecord => ({
  game: 'titus', players, deal: [], moves: [], ...(order && { proof: { scheme: 2, commitment: '', seed: '', nonces: [], order } }),
})
const played = (game: string, players: number, luck: number): Played => ({
  table: 't', round: 1, game, players, at: 0, start: 0.5, luck, skill: 0, others: 0, settled: 0, result: 1, lost: 0.2, memory: 0.1, moves: 9,
})

describe('my play', () => {
  test('finds my seat by the chair that the record names', () => {
    expect(mySeat(record(3, [2, 3, 1]), [1])).toBe(3)
    expect(mySeat(record(3), [2])).toBe(2)
    expect(mySeat(record(3, [2, 3, 1]), [1, 2])).toBeNull()
  })

  test('means are by game, and a game alone counts as another one', () => {
    const found = sums([played('titus', 2, 0.2), played('titus', 3, 0.4), played('nummerus', 1, 0)])
    expect(found.map(({ game, alone, games }) => [game, alone, games])).toEqual([['titus', false, 2], ['nummerus', true, 1]])
    expect(found[0]?.luck).toBeCloseTo(0.3)
  })

  test('a turn begins where another seat moves', () => {
    expect(turnStarts([1, 1, 2, 2, 1])).toEqual([0, 2, 4])
  })
})
