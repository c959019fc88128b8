import { beforeEach, expect, test } from 'vitest'
import { freshStorage } from './fresh-storage'
import { counted, forget, listed, next, noteAnswer, progressOf } from '../src/lib/exercises'

const ALL = listed({ titus: ['easy', 'hard'], janus: ['medium'] })
const [first, second, third] = ALL as [(typeof ALL)[0], (typeof ALL)[0], (typeof ALL)[0]]

beforeEach(freshStorage)

test('the games take turns', () => {
  expect(ALL.map(({ game, number }) => `${game} ${number}`)).toEqual(['titus 1', 'janus 1', 'titus 2'])
})

test('the first answer counts, and is kept', () => {
  let progress = noteAnswer(progressOf(['titus', 'janus']), first, false)
  progress = noteAnswer(progress, first, true)
  progress = noteAnswer(progress, second, true)
  expect(counted(ALL, progress)).toEqual({ done: 2, right: 1 })
  expect(progressOf(['titus', 'janus'])).toEqual(progress)
})

test('the next one has no answer; after the last comes the first', () => {
  const progress = noteAnswer(progressOf(['titus']), second, true)
  expect(next(ALL, progress, null)).toBe(first)
  expect(next(ALL, progress, first)).toBe(third)
  expect(next(ALL, progress, third)).toBe(first)
  expect(next(ALL, noteAnswer(noteAnswer(progress, first, true), third, true), null)).toBeNull()
})

test('what was chosen can be begun again; the rest stays', () => {
  let progress = progressOf(['titus', 'janus'])
  for (const one of ALL) progress = noteAnswer(progress, one, true)
  expect(counted(ALL, forget(progress, [first, second]))).toEqual({ done: 1, right: 1 })
  expect(counted(ALL, progressOf(['titus', 'janus']))).toEqual({ done: 1, right: 1 })
})

test('what the browser kept may be damaged', () => {
  for (const damaged of ['{', '3', '{"1":"x","-1":true,"2":true}']) {
    localStorage.setItem('rectoverso.exercises.titus', damaged)
    expect(Object.keys(progressOf(['titus'])['titus'] ?? {}).length).toBeLessThan(2)
  }
})
