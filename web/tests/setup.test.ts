import { describe, expect, test } from 'vitest'
import type { GameInfo } from '../src/lib/protocol'
import { newForm, offeredOptions, offeredValues, optionValue, request, severalRounds, withCompany, withLevel, withSeats } from '../src/lib/new-table-form'

const NUMMERUS: GameInfo = {
  name: 'nummerus',
  lessons: [],
  exercises: 0,
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
  daily: [],
  puzzles: false,
  rules: [],
  cover: null,
  generic: false,
  words: null,
}
const form = newForm(NUMMERUS, 'club')

test('a player who has never chosen a level is offered the gentlest one', () => {
  expect(newForm(NUMMERUS, null).level).toBe('casual')
  expect(newForm({ ...NUMMERUS, levels: ['novice', 'casual'] }, null).seats).toEqual(['me', 'novice'])
  expect(newForm(NUMMERUS, 'club').level).toBe('club')
})

const JANUS: GameInfo = {
  ...NUMMERUS,
  name: 'janus',
  players: [3, 4],
  usual_players: 4,
  match_options: null,
  options: [
    { name: 'stall', values: null, range: [0, 1000], default: 12, players: null, unless: ['ending', 'agreed'] },
    { name: 'ending', values: ['auto', 'agreed'], range: null, default: 'auto', players: null, among_persons: 'agreed' },
  ],
}

describe('who plays decides how the game ends (J13)', () => {
  const names = (company: 'bots' | 'friends') => offeredOptions(JANUS, withCompany(newForm(JANUS, 'club'), company, 3)).map(({ name }) => name)
  const [, ending] = JANUS.options
  if (!ending) throw new Error('no option')

  test('with bots also by itself, among persons only by agreement; the server knows that too', () => {
    const bots = newForm(JANUS, 'club')
    const friends = withCompany(bots, 'friends', 3)
    expect([optionValue(bots, ending), optionValue(friends, ending)]).toEqual(['auto', 'agreed'])
    expect([request(bots, JANUS).options, request(friends, JANUS).options]).toEqual([{}, {}])
    expect(optionValue(withSeats(friends, ['me', 'person', 'club']), ending)).toBe('auto')
  })

  test('what was chosen stays chosen, no matter who plays', () => {
    const auto = { ...withCompany(newForm(JANUS, 'club'), 'friends', 3), options: { ending: 'auto' } }
    expect(request(auto, JANUS).options).toEqual({ ending: 'auto' })
    const agreed = { ...auto, options: { ending: 'agreed' } }
    expect(request(withCompany(agreed, 'bots', 3), JANUS).options).toEqual({ ending: 'agreed' })
  })

  test('an option that makes no difference is neither offered nor sent', () => {
    expect(names('bots')).toEqual(['stall', 'ending'])
    expect(names('friends')).toEqual(['ending'])
    const chosen = { ...withCompany(newForm(JANUS, 'club'), 'friends', 3), options: { stall: 5 } }
    expect(request(chosen, JANUS).options).toEqual({})
  })
})

describe('who begins', () => {
  const friends = withCompany(form, 'friends', 3)
  const asked = (changes: Partial<typeof form>) => {
    const { random_seats, first_chair } = request({ ...friends, ...changes }, NUMMERUS)
    return [random_seats, first_chair]
  }

  test('by lot, the host, or the youngest', () => {
    expect(asked({})).toEqual([true, 1])
    expect(asked({ begins: 'host' })).toEqual([false, 1])
    expect(asked({ begins: 'youngest', youngest: 3 })).toEqual([false, 3])
  })

  test('a bot is not the youngest, and nobody is alone', () => {
    const chosen = { ...friends, begins: 'youngest' as const, youngest: 3 }
    expect(withSeats(chosen, ['me', 'person', 'club'])).toMatchObject({ begins: 'youngest', youngest: 1 })
    expect(withCompany(chosen, 'bots', 3)).toMatchObject({ begins: 'lot', youngest: 1 })
  })
})

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

  test('for friends, the other chairs are for anybody who has the link', () => {
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
    expect(offeredOptions(NUMMERUS, withCompany(form, 'bots', 1)).map(({ name }) => name)).toEqual(['board'])
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
