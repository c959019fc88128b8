import { describe, expect, it } from 'vitest'
import type { GameRecord } from '../src/lib/api'
import { firstRecord, playerNames, startOf } from '../src/lib/replay'
import { routeOf } from '../src/lib/router.svelte'

const record: GameRecord = { game: 'nummerus', players: 3, deal: [], moves: ['take 4'] }

describe('a file with games', () => {
  it('is one document, or one a line', () => {
    const text = JSON.stringify(record)
    expect(firstRecord(text)).toEqual(record)
    expect(firstRecord(`\n${text}\n${JSON.stringify({ ...record, players: 2 })}\n`)).toEqual(record)
    expect(firstRecord(JSON.stringify(record, null, 2))).toEqual(record)
  })

  it('may hold none', () => {
    for (const text of ['', '[]', '{}', 'null', '"moves"', '{"moves": ', 'Titus']) expect(firstRecord(text)).toBeNull()
  })
})

it('bots and nameless persons of a record are named in the language of the reader, and told apart', () => {
  expect(playerNames({ ...record, names: ['casual bot', 'Livia', 'casual bot'] })).toEqual(['Casual bot 1', 'Livia', 'Casual bot 2'])
  expect(playerNames({ ...record, names: ['player 2', 'player 1', null] })).toEqual(['Player 1', 'Player 2', 'Player 3'])
  expect(playerNames(record)).toEqual(['Player 1', 'Player 2', 'Player 3'])
})

it('a shared link says where to begin and through whose eyes', () => {
  expect(startOf('?at=12&eyes=2', 3)).toEqual({ at: 12, viewer: 2 })
  expect(startOf('?at=3&eyes=watcher', 3)).toEqual({ at: 3, viewer: 'watcher' })
  for (const nonsense of ['', '?at=-1&eyes=4', '?at=x&eyes=everybody', '?at=1.5&eyes=0']) {
    expect(startOf(nonsense, 3)).toEqual({ at: 0, viewer: 'all' })
  }
})

it('replays have addresses', () => {
  expect(routeOf('/replay/abc/2')).toEqual({ page: 'replay', table: 'abc', round: 2 })
  expect(routeOf('/replay')).toEqual({ page: 'replay', table: null, round: 0 })
  for (const path of ['/replay/abc', '/replay/abc/0', '/replay/abc/x', '/replay/abc/1/2']) expect(routeOf(path)).toEqual({ page: 'not-found' })
})
