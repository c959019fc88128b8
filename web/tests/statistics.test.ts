import { describe, expect, test } from 'vitest'
import type { Level, MyTable } from '../src/lib/protocol'
import { against, statistics } from '../src/lib/statistics'

function table(game: string, levels: Array<Level | null>, played: Array<[at: number, rank: number]>, chairs = [1]): MyTable {
  return {
    table: `${game}${played[0]?.[0]}`, setup: { game, players: levels.length, options: {} }, phase: 'over', chairs, levels,
    names: levels.map(() => null), my_turn: false, changed: 0, round: 1, result: null, ranks: null, notice: null,
    played: played.map(([at, rank], i) => ({ round: i + 1, at, scores: levels.map(() => 0), ranks: [rank, ...levels.slice(1).map(() => 3 - rank)] })),
  }
}

describe('statistics', () => {
  test('count games and wins by game and opponent', () => {
    const found = statistics([
      table('titus', [null, 'casual'], [[5, 1], [6, 2]]),
      table('titus', [null, null], [[3, 1]]),
      table('janus', [null, 'novice', 'master'], [[4, 1]]),
    ])
    expect(found).toMatchObject({ games: 4, wins: 3 })
    expect(found.rows).toEqual([
      { game: 'janus', against: 'master', games: 1, wins: 1 },
      { game: 'titus', against: 'casual', games: 2, wins: 1 },
      { game: 'titus', against: 'people', games: 1, wins: 1 },
    ])
  })

  test('a streak follows the order in which games ended, not that of the tables', () => {
    const won = table('titus', [null, 'club'], [[1, 1], [4, 1], [5, 1]])
    const lost = table('janus', [null, 'club', 'club'], [[2, 2]])
    expect(statistics([won, lost])).toMatchObject({ bestStreak: 2, streak: 2 })
    expect(statistics([won, table('janus', [null, 'club', 'club'], [[9, 2]])])).toMatchObject({ bestStreak: 3, streak: 0 })
  })

  test('solitaire and games at one device have no winner to count', () => {
    expect(statistics([table('nummerus', [null], [[1, 1]]), table('titus', [null, null], [[2, 1]], [1, 2])])).toMatchObject({ games: 0, rows: [] })
  })

  test('a person at the table counts more than any bot', () => {
    expect(against({ levels: [null, 'master', null], chairs: [1] })).toBe('people')
    expect(against({ levels: [null, 'novice', 'expert'], chairs: [1] })).toBe('expert')
  })
})
