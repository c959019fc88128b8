/** The first game after a lesson: hints come by themselves at first, and fade. */
import { beforeEach, describe, expect, test } from 'vitest'
import { guide, isNew, notePlayed, noteStep, stepReached, takeHint } from '../src/lib/first-game-hints'
import { freshStorage } from './fresh-storage'

beforeEach(() => freshStorage())

describe('hints of the guided table', () => {
  test('come for each of the first moves, then ever more rarely, and then only on request', () => {
    guide('first')
    const asked = Array.from({ length: 40 }, () => takeHint('first'))
    expect(asked.flatMap((due, move) => (due ? [move] : []))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24])
  })

  test('come at no other table, and use up none there', () => {
    expect(takeHint('first')).toBe(false)
    guide('first')
    expect(takeHint('second')).toBe(false)
    expect(takeHint('first')).toBe(true)
  })

  test.each(['', 'first', 'first x', 'first -3', 'first NaN'])('do not come from what cannot be read: “%s”', (kept) => {
    localStorage.setItem('rectoverso.guided', kept)
    expect(takeHint('first')).toBe(false)
  })
})

test('a game is offered as a lesson until it has been played or learned', () => {
  expect(isNew('titus')).toBe(true)
  notePlayed('titus')
  expect([isNew('titus'), isNew('janus')]).toEqual([false, true])
})

test('a lesson goes on where it was left, unless that step is no more', () => {
  expect(stepReached('titus.game', 13)).toBe(1)
  noteStep('titus.game', 7)
  expect([stepReached('titus.game', 13), stepReached('titus.game', 6)]).toEqual([7, 1])
})
