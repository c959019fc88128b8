/** The form for a new table: what is chosen, and the request that follows from it. */
import type { GameInfo, Level, Memory, OpenTable, OptionInfo, SeatFor } from './protocol'

export const COMPANIES = ['bots', 'friends', 'here', 'anyone'] as const
export type Company = (typeof COMPANIES)[number]
export type Seat = 'me' | 'person' | 'open' | Level
type Value = string | number | boolean

export interface Form {
  game: string
  company: Company
  players: number
  level: Level
  seats: Seat[]
  names: string[]
  options: Record<string, Value>
  memory: Memory
  clock: number | null
  watching: boolean
  isPublic: boolean
  rounds: number
}

/** Numbers worth offering for an option with a range. */
const USEFUL = [0, 4, 8, 12, 20, 30]
export const CLOCKS = [null, 30, 60, 180, 86_400] as const
export const ROUNDS = [1, 3, 5] as const

/** Who sits where, by the company that was chosen. The first chair is always mine. */
export function seatsFor(company: Company, players: number, level: Level): Seat[] {
  const other: Record<Company, Seat> = { bots: level, friends: 'person', here: 'me', anyone: 'open' }
  return Array.from({ length: players }, (_, i) => (i === 0 ? 'me' : other[company]))
}

/** `wanted`: the level that was chosen last; a game without bots of that level takes its weakest. */
export function newForm(game: GameInfo, wanted: Level): Form {
  const players = game.usual_players
  const level = game.levels.find((found) => found === wanted) ?? game.levels[0] ?? wanted
  return {
    game: game.name,
    company: 'bots',
    players,
    level,
    seats: seatsFor('bots', players, level),
    names: [],
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    memory: 'table',
    clock: null,
    watching: true,
    isPublic: false,
    rounds: 1,
  }
}

export function withCompany(form: Form, company: Company, players: number): Form {
  return { ...form, company, players, seats: seatsFor(company, players, form.level), isPublic: company === 'anyone' }
}

export function withLevel(form: Form, level: Level): Form {
  const seats = form.seats.map((seat): Seat => (isBot(seat) ? level : seat))
  return { ...form, level, seats }
}

export function isBot(seat: Seat): seat is Level {
  return seat !== 'me' && seat !== 'person' && seat !== 'open'
}

export function offeredOptions(game: GameInfo, players: number): OptionInfo[] {
  return game.options.filter((option) => option.players?.includes(players) ?? true)
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
  return Object.entries(game.match_options).every(([name, value]) => form.options[name] === value)
}

function chair(seat: Seat, name: string | undefined, hotSeat: boolean): SeatFor {
  if (isBot(seat)) return { kind: 'bot', level: seat }
  return seat === 'me' && hotSeat && name?.trim() ? { kind: seat, name: name.trim() } : { kind: seat }
}

export function request(form: Form, game: GameInfo): OpenTable {
  const hotSeat = form.seats.filter((seat) => seat === 'me').length > 1
  const options = offeredOptions(game, form.players)
    .filter((option) => form.options[option.name] !== option.default)
    .map((option) => [option.name, form.options[option.name] as Value] as const)
  return {
    game: form.game as OpenTable['game'],
    chairs: form.seats.map((seat, i) => chair(seat, form.names[i], hotSeat)),
    options: Object.fromEntries(options),
    memory: game.hidden ? form.memory : 'table',
    turn_seconds: form.clock,
    public: form.isPublic,
    watching: form.watching,
    rounds: severalRounds(form, game) ? form.rounds : 1,
  }
}
