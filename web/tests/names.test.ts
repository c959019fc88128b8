import { expect, test } from 'vitest'
import { initials, shortNames } from '../src/lib/short-names'

const NAMES = ['Anna', 'Annabel', 'Maximilian', 'Casual bot 1', 'Casual bot 2', 'Casual bot 12']

test('names that fit are not cut', () => {
  expect(shortNames(NAMES, 13)).toEqual(NAMES)
  expect(shortNames(NAMES)).toEqual(NAMES)
})

test('cut names still differ', () => {
  expect(shortNames(['Anna', 'Annabel'], 5)).toEqual(['Anna', 'Ann…l'])
  expect(shortNames(['Casual bot 1', 'Casual bot 2'], 6)).toEqual(['Casu…1', 'Casu…2'])
  for (let letters = 5; letters < 14; letters++) {
    const short = shortNames(NAMES, letters)
    expect(new Set(short.map((name) => name.replace('…', ''))).size).toBe(NAMES.length)
    for (const name of short) expect([...name].length).toBeLessThanOrEqual(letters)
  }
})

test('bots are called by their level where there is no room for more', () => {
  const bots = ['Ada', 'Bot (Club)', 'Bot (Meester)', 'Bot (Beginner)']
  expect(shortNames(bots, 10)).toEqual(['Ada', 'Bot (Club)', 'Meester', 'Beginner'])
  expect(shortNames(bots, 5)).toEqual(['Ada', 'Club', 'Mees…', 'Begi…'])
  expect(shortNames(['Bot (Club) 1', 'Bot (Club) 2'], 6)).toEqual(['Club 1', 'Club 2'])
})

test('a name that could not be told from another one is not cut', () => {
  expect(shortNames(['Anna', 'Anna Bella Anna'], 4)).toHaveLength(2)
  expect(new Set(shortNames(['Annaxa', 'Annaya'], 2)).size).toBe(2)
})

test('letters outside the basic plane are not torn apart', () => {
  expect(shortNames(['🦊🦊🦊🦊🦊', 'Ben'], 3)).toEqual(['🦊🦊…', 'Ben'])
})

test('initials differ', () => {
  expect(initials(['Livia', 'Ben'])).toEqual(['L', 'B'])
  expect(initials(['Casual bot 1', 'Casual bot 2'])).toEqual(['1', '2'])
  expect(initials(['Livia', 'Anna', 'Annabel', 'ben'])).toEqual(['L', 'A', 'N', 'B'])
  expect(initials(['Ada', 'Bot (Club)', 'Bot (Meister)', 'Bot (Anfänger)'])).toEqual(['A', 'C', 'M', 'N'])
  expect(initials(['Benedikt', 'Ben', 'Bot (Club) 1', 'Bot (Club) 2'])).toEqual(['B', 'E', '1', '2'])
  expect(initials(['Aa', 'aA', '!', ''])).toEqual(['A', '2', '3', '4'])
})
