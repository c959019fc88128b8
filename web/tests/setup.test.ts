import { describe, expect, test } from 'vitest'
import type { GameInfo } from '../src/lib/protocol'
import { newForm, offeredOptions, offeredValues, request, severalRounds, withCompany, withLevel } from '../src/lib/setup'

const NUMMERUS: GameInfo = {
  name: 'nummerus',
  players: [1, 2, 3, 4],
  options: [
    { name: 'board', values: ['classic', 'square'], range: null, default: 'classic', players: null },
    { name: 'tausch', values: [false, true], range: null, default: false, players: [2, 3, 4] },
    { name: 'scoring', values: ['longest', 'points'], range: null, default: 'longest', players: [2, 3, 4] },
  ],
  hidden: false,
  private: false,
  vote: false,
  title: 'Nummerus',
  authors: ['Sid Sackson'],
  year: null,
  age: 7,
  minutes: [20, 30],
  usual_players: 2,
  levels: ['casual', 'club', 'master'],
  match_options: { scoring: 'points' },
  deck: [],
  rules: [],
  cover: null,
  generic: false,
  words: null,
}
const form = newForm(NUMMERUS, 'club')

describe('the form of a new table', () => {
  test('starts ready to play against bots', () => {
    expect(request(form, NUMMERUS)).toMatchObject({
      game: 'nummerus',
      chairs: [{ kind: 'me' }, { kind: 'bot', level: 'club' }],
      options: {},
      public: false,
      rounds: 1,
    })
  })

  test('for friends, the other chairs are for whoever has the link', () => {
    expect(request(withCompany(form, 'friends', 3), NUMMERUS).chairs.map(({ kind }) => kind)).toEqual(['me', 'person', 'person'])
  })

  test('for anyone, the table is public', () => {
    expect(request(withCompany(form, 'anyone', 2), NUMMERUS)).toMatchObject({ public: true, chairs: [{ kind: 'me' }, { kind: 'open' }] })
  })

  test('at one device each chair has its own name', () => {
    const here = { ...withCompany(form, 'here', 2), names: ['', ' Ben '] }
    expect(request(here, NUMMERUS).chairs).toEqual([{ kind: 'me' }, { kind: 'me', name: 'Ben' }])
  })

  test('only options that differ from the default, and make sense, are sent', () => {
    const chosen = { ...form, options: { board: 'square', tausch: true, scoring: 'longest' } }
    expect(request(chosen, NUMMERUS).options).toEqual({ board: 'square', tausch: true })
    expect(request(withCompany(chosen, 'bots', 1), NUMMERUS).options).toEqual({ board: 'square' })
    expect(offeredOptions(NUMMERUS, 1).map(({ name }) => name)).toEqual(['board'])
  })

  test('several rounds only where points add up (N7)', () => {
    expect(severalRounds(form, NUMMERUS)).toBe(false)
    expect(severalRounds({ ...form, options: { ...form.options, scoring: 'points' } }, NUMMERUS)).toBe(true)
  })

  test('a new level applies to all bots', () => {
    expect(withLevel(withCompany(form, 'bots', 4), 'master').seats).toEqual(['me', 'master', 'master', 'master'])
  })

  test('a range offers a few useful numbers, among them the default', () => {
    const option = { name: 'stall', values: null, range: [0, 10] as [number, number], default: 5, players: null }
    expect(offeredValues(option)).toEqual([0, 4, 5, 8])
  })
})
