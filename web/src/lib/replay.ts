/** A finished game as the replay page needs it: out of a file, with names in the reader's language, where to begin. */
import { m } from '../paraglide/messages.js'
import type { GameRecord } from './api'
import type { ReplayRecord } from './protocol'
import { distinct, LEVEL } from './words'

/** Through whose eyes: a seat's, a watcher's, or with every face open. */
export type Eyes = NonNullable<ReplayRecord['seat']>

/** The first record of a file: one JSON document, or one a line (docs/records.md). Null where there is none. */
export function firstRecord(text: string): GameRecord | null {
  const line = text.split('\n').find((found) => found.trim()) ?? ''
  return parsed(text) ?? parsed(line)
}

function parsed(text: string): GameRecord | null {
  try {
    const found = JSON.parse(text) as unknown
    return typeof found === 'object' && found !== null && 'moves' in found ? (found as GameRecord) : null
  } catch {
    return null
  }
}

const UNNAMED = /^player \d$/

/** By seat. Records name a bot by its level and a nameless person by a number, in English. */
export function playerNames({ names, players }: GameRecord): string[] {
  const called = Array.from({ length: players }, (_, i) => {
    const name = names?.[i] ?? null
    const level = Object.entries(LEVEL).find(([key]) => name === `${key} bot`)?.[1]
    if (level) return m.player_bot({ level: level() })
    return name === null || UNNAMED.test(name) ? m.player_seat({ seat: i + 1 }) : name
  })
  return distinct(called)
}

/** `?at=12&eyes=2`: where a shared link begins. */
export function beginning(search: string): { at: number; eyes: Eyes } {
  const asked = new URLSearchParams(search)
  const [at, eyes] = [Number(asked.get('at')), asked.get('eyes')]
  const seat = Number(eyes)
  return {
    at: Number.isInteger(at) && at > 0 ? at : 0,
    eyes: eyes === 'watcher' ? eyes : Number.isInteger(seat) && seat >= 1 && seat <= 6 ? seat : 'all',
  }
}
