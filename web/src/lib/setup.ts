/** The form of a new table: what is chosen, and what is asked of the server. */
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

export const CLOCKS = [null, 30, 60, 180, 86_400] as const
export const ROUNDS = [1, 3, 5] as const
const USUAL: Record<string, number> = { titus: 3, janus: 4, nummerus: 2 }

/** Who sits where, by whom one wants to play with. The first chair is always mine. */
export function seated(company: Company, players: number, level: Level): Seat[] {
  const other: Record<Company, Seat> = { bots: level, friends: 'person', here: 'me', anyone: 'open' }
  return Array.from({ length: players }, (_, i) => (i === 0 ? 'me' : other[company]))
}

export function fresh(game: GameInfo, level: Level): Form {
  const usual = USUAL[game.name] ?? 2
  const players = game.players.includes(usual) ? usual : (game.players[0] ?? 2)
  return {
    game: game.name,
    company: 'bots',
    players,
    level,
    seats: seated('bots', players, level),
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
  return { ...form, company, players, seats: seated(company, players, form.level), isPublic: company === 'anyone' }
}

export function withLevel(form: Form, level: Level): Form {
  const seats = form.seats.map((seat): Seat => (isBot(seat) ? level : seat))
  return { ...form, level, seats }
}

export function isBot(seat: Seat): seat is Level {
  return seat !== 'me' && seat !== 'person' && seat !== 'open'
}

export function offered(game: GameInfo, players: number): OptionInfo[] {
  return game.options.filter((option) => option.players?.includes(players) ?? true)
}

/** Several rounds make sense where points add up. */
export function severalRounds(form: Form): boolean {
  return form.players > 1 && form.options['scoring'] === 'points'
}

function chair(seat: Seat, name: string | undefined, hotSeat: boolean): SeatFor {
  if (isBot(seat)) return { kind: 'bot', level: seat }
  return seat === 'me' && hotSeat && name?.trim() ? { kind: seat, name: name.trim() } : { kind: seat }
}

export function request(form: Form, game: GameInfo): OpenTable {
  const hotSeat = form.seats.filter((seat) => seat === 'me').length > 1
  const options = offered(game, form.players)
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
    rounds: severalRounds(form) ? form.rounds : 1,
  }
}
