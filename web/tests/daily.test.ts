import { beforeEach, describe, expect, test } from 'vitest'
import type { GameRecord } from '../src/lib/api'
import { best, keep, results, resultOf, solitaires, streak, today, type DailyResult } from '../src/lib/daily'
import { dailyDeal, puzzleDeal } from '../src/lib/fair-deal'
import { checkRecord } from '../src/lib/proof'
import type { GameInfo } from '../src/lib/protocol'
import { deck } from '../src/games/nummerus/deck'
import { freshStorage } from './fresh-storage'

const FIRST_EIGHT = ['33', '21', '17', '11', '0', '9', '30', '16']
const solitaire = { game: 'nummerus', number: 0, options: {} }
const result = (date: string, score: number, number = 0): DailyResult => ({ game: 'nummerus', number, date, score })

beforeEach(freshStorage)

test('the deal of a day is the one of docs/deals.md', () => {
  expect(dailyDeal(deck, '2026-11-18', 0).slice(0, 8)).toEqual(FIRST_EIGHT)
  expect(dailyDeal(deck, '2026-11-18', 1)).not.toEqual(dailyDeal(deck, '2026-11-18', 0))
})

describe('the page says that the deal was public', () => {
  const proof = { scheme: 2, commitment: '', seed: '', nonces: [null], daily: { date: '2026-11-18', number: 0 } }
  const record: GameRecord = { game: 'nummerus', players: 1, deal: dailyDeal(deck, '2026-11-18', 0), moves: [], proof }

  test('and never that it was proved fair', () => {
    expect(checkRecord(record, deck, null)).toEqual([{ check: 'deal', good: null, reason: 'public-deal' }])
  })
  test('so was the one of a puzzle', () => {
    const puzzle = { ...record, deal: puzzleDeal(deck, 525), proof: { ...proof, daily: { date: '2026-11-18', number: 525, puzzle: true } } }
    expect(checkRecord(puzzle, deck, null)).toEqual([{ check: 'deal', good: null, reason: 'public-deal' }])
    expect(checkRecord({ ...puzzle, deal: record.deal }, deck, null)[0]?.reason).toBe('deal-mismatch')
  })
  test('and finds a deal that is not of that day', () => {
    const other = { ...record, deal: dailyDeal(deck, '2026-11-19', 0) }
    expect(checkRecord(other, deck, null)).toEqual([{ check: 'deal', good: false, reason: 'deal-mismatch' }])
  })
})

describe('results', () => {
  test('the first one of a deal counts', () => {
    keep(result('2026-11-18', 3))
    keep(result('2026-11-18', 0))
    keep(result('2026-11-18', 1, 1))
    expect(results()).toEqual([result('2026-11-18', 3), result('2026-11-18', 1, 1)])
    expect(resultOf(results(), solitaire, '2026-11-18')?.score).toBe(3)
    expect(resultOf(results(), solitaire, '2026-11-19')).toBeUndefined()
  })
  test('a puzzle may be tried again until it is solved', () => {
    const tried = (score: number): DailyResult => ({ ...result('2026-11-18', score), number: 'puzzle' })
    for (const score of [2, 0, 1]) keep(tried(score))
    expect(results()).toEqual([tried(0)])
  })
  test('what cannot be read counts as nothing', () => {
    for (const kept of ['{', '{}', '[1, null, {"game": "x"}]']) {
      localStorage.setItem('rectoverso.daily', kept)
      expect(results()).toEqual([])
    }
  })
  test('the best is the lowest', () => {
    expect(best([result('2026-11-17', 2), result('2026-11-18', 1), result('2026-11-18', 0, 1)], solitaire)).toBe(1)
    expect(best([], solitaire)).toBeNull()
  })
  test('days in a row: today need not be played yet, a missing day ends them', () => {
    const days = ['2026-10-31', '2026-11-01', '2026-11-02'].map((date) => result(date, 1))
    expect(streak(days, '2026-11-02')).toBe(3)
    expect(streak(days, '2026-11-03')).toBe(3)
    expect(streak(days, '2026-11-04')).toBe(0)
    expect(streak([], '2026-11-04')).toBe(0)
  })
})

test('today is the day where the player is', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test('every game lists its own solitaires', () => {
  const games = [{ name: 'a', daily: [] }, { name: 'b', daily: [{}, { board: 'square' }] }] as unknown as GameInfo[]
  expect(solitaires(games)).toEqual([
    { game: 'b', number: 0, options: {} },
    { game: 'b', number: 1, options: { board: 'square' } },
  ])
})
