/** What the replay page needs: a record from a file, names in the reader's language, the move to start at. */
import { m } from '../paraglide/messages.js'
import type { GameRecord } from './api'
import type { ReplayRecord } from './protocol'
import { LEVEL, numberDuplicates, personName } from './words'

/** Whose view is shown: a seat's, a watcher's, or all faces open. */
export type Viewer = NonNullable<ReplayRecord['seat']>

/** The first record of a file with one JSON document, or one on each line (docs/records.md); null if there is none. */
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

/** By seat. A record names bots by level and nameless people by number, in English; here they are translated. */
export function playerNames({ names, players }: GameRecord): string[] {
  const translated = Array.from({ length: players }, (_, i) => {
    const name = names?.[i] ?? null
    const level = Object.entries(LEVEL).find(([key]) => name === `${key} bot`)?.[1]
    if (level) return m.player_bot({ level: level() })
    return name === null || UNNAMED.test(name) ? m.player_seat({ seat: i + 1 }) : personName(name)
  })
  return numberDuplicates(translated)
}

/** `?at=12&eyes=2`: at which move and through whose eyes a shared link starts. */
export function startOf(search: string, players: number): { at: number; viewer: Viewer } {
  const parameters = new URLSearchParams(search)
  const [at, eyes] = [Number(parameters.get('at')), parameters.get('eyes')]
  const seat = Number(eyes)
  return {
    at: Number.isInteger(at) && at > 0 ? at : 0,
    viewer: eyes === 'watcher' ? eyes : Number.isInteger(seat) && seat >= 1 && seat <= players ? seat : 'all',
  }
}
