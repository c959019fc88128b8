/** The form for a new table: what is chosen, and the request that follows from it. */
import type { GameInfo, Level, Memory, OpenTable, OptionInfo, SeatFor } from './protocol'

export const COMPANIES = ['bots', 'friends', 'here', 'anyone'] as const
export type Company = (typeof COMPANIES)[number]
export type Seat = 'me' | 'person' | 'open' | Level
export type Begins = 'lot' | 'host' | 'youngest'
type Value = string | number | boolean

export interface Form {
  game: string
  company: Company
  players: number
  level: Level
  seats: Seat[]
  names: string[]
  /** Only what was chosen; see `optionValue`. */
  options: Record<string, Value>
  memory: Memory
  clock: number | null
  watching: boolean
  isPublic: boolean
  rounds: number
  begins: Begins
  /** The chair of the youngest, from 1. */
  youngest: number
}

const GENTLEST: Level = 'novice'
/** Numbers worth offering for an option with a range. */
const USEFUL = [0, 4, 8, 12, 20, 30]
export const CLOCKS = [null, 30, 60, 180, 86_400] as const
export const ROUNDS = [1, 3, 5] as const

/** Who sits where, by the company that was chosen. The first chair is always mine. */
export function seatsFor(company: Company, players: number, level: Level): Seat[] {
  const other: Record<Company, Seat> = { bots: level, friends: 'person', here: 'me', anyone: 'open' }
  return Array.from({ length: players }, (_, i) => (i === 0 ? 'me' : other[company]))
}

/** `wanted`: the level that was chosen last. Who has never chosen one, or finds no bots of it, gets the gentlest. */
export function newForm(game: GameInfo, wanted: Level | null): Form {
  const players = game.usual_players
  const level = game.levels.find((found) => found === wanted) ?? game.levels[0] ?? GENTLEST
  return {
    game: game.name,
    company: 'bots',
    players,
    level,
    seats: seatsFor('bots', players, level),
    names: [],
    options: {},
    memory: 'table',
    clock: null,
    watching: true,
    isPublic: false,
    rounds: 1,
    begins: 'lot',
    youngest: 1,
  }
}

export function withCompany(form: Form, company: Company, players: number): Form {
  const seats = seatsFor(company, players, form.level)
  return withSeats({ ...form, company, players, isPublic: company === 'anyone' }, seats)
}

/** The youngest is a person: without another one, or with a bot on that chair, nobody is any more. */
export function withSeats(form: Form, seats: Seat[]): Form {
  const person = seats[form.youngest - 1]
  const begins = form.begins === 'youngest' && persons(seats).length < 2 ? 'lot' : form.begins
  return { ...form, seats, begins, youngest: person && !isBot(person) ? form.youngest : 1 }
}

/** The chairs of persons, from 1. */
export function persons(seats: readonly Seat[]): number[] {
  return seats.flatMap((seat, i) => (isBot(seat) ? [] : [i + 1]))
}

export function withLevel(form: Form, level: Level): Form {
  const seats = form.seats.map((seat): Seat => (isBot(seat) ? level : seat))
  return { ...form, level, seats }
}

export function isBot(seat: Seat): seat is Level {
  return seat !== 'me' && seat !== 'person' && seat !== 'open'
}

/** The options that fit the number of players and make a difference. */
export function offeredOptions(game: GameInfo, form: Form): OptionInfo[] {
  const fitting = game.options.filter((option) => option.players?.includes(form.players) ?? true)
  const settled = ({ unless }: OptionInfo): boolean => {
    const other = fitting.find(({ name }) => name === unless?.[0])
    return other !== undefined && optionValue(form, other) === unless?.[1]
  }
  return fitting.filter((option) => !settled(option))
}

/** What the server opens the table with if nothing else is asked for. */
function usualValue({ seats }: Form, { default: usual, among_persons }: OptionInfo): Value {
  return seats.some(isBot) ? usual : (among_persons ?? usual)
}

/** What was chosen, or what is usual in this company. */
export function optionValue(form: Form, option: OptionInfo): Value {
  return form.options[option.name] ?? usualValue(form, option)
}

/** The values of an option to choose from. */
export function offeredValues({ values, range, default: initial }: OptionInfo): Value[] {
  if (values || !range) return values ?? []
  const [lowest, highest] = range
  const inside = USEFUL.filter((number) => number >= lowest && number <= highest)
  return [...new Set([...inside, Number(initial)])].sort((a, b) => a - b)
}

/** Several rounds make sense for several players, with the options that the game names for it. */
export function severalRounds(form: Form, game: GameInfo): boolean {
  if (form.players < 2 || game.match_options === null) return false
  return Object.entries(game.match_options).every(([name, value]) => {
    const option = game.options.find((found) => found.name === name)
    return option !== undefined && optionValue(form, option) === value
  })
}

function chair(seat: Seat, name: string | undefined, hotSeat: boolean): SeatFor {
  if (isBot(seat)) return { kind: 'bot', level: seat }
  return seat === 'me' && hotSeat && name?.trim() ? { kind: seat, name: name.trim() } : { kind: seat }
}

export function request(form: Form, game: GameInfo): OpenTable {
  const hotSeat = form.seats.filter((seat) => seat === 'me').length > 1
  const options = offeredOptions(game, form)
    .filter((option) => optionValue(form, option) !== usualValue(form, option))
    .map((option) => [option.name, optionValue(form, option)] as const)
  return {
    game: form.game as OpenTable['game'],
    chairs: form.seats.map((seat, i) => chair(seat, form.names[i], hotSeat)),
    options: Object.fromEntries(options),
    memory: game.hidden ? form.memory : 'table',
    turn_seconds: form.clock,
    public: form.isPublic,
    watching: form.watching,
    rounds: severalRounds(form, game) ? form.rounds : 1,
    random_seats: form.begins === 'lot',
    first_chair: form.begins === 'youngest' ? form.youngest : 1,
  }
}
