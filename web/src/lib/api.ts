/** Typed HTTP requests. A refusal, whatever its status, becomes a `Problem` with the server's code. */
import type {
  AnalyseRecord, AnalysisProgress, Deleted, ExerciseAnswer, ExercisePosition, Exercises, Invitation, Joined, LessonAnswer, LessonMove, LessonStep, Links, Lobby, MyTables, OpenTable, Privacy, PuzzleInfo,
  QuickMatch, ReadyIn, Replay, ReplayRecord, SeatLink, SetName, Site, TableOpened,
} from './protocol'

import type { DailyGame } from './router.svelte'

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(code)
  }
}

/** The code where there was no answer at all. */
export const OFFLINE = 'offline'

async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method !== 'GET') headers['X-Rectoverso'] = '1'
  if (method === 'POST') headers['Content-Type'] = 'application/json'
  const request: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' }
  if (body !== undefined) request.body = JSON.stringify(body)
  const answer = await fetch(path, request).catch(() => null)
  if (!answer) throw new Problem(OFFLINE)
  const content = (await answer.json().catch(() => null)) as unknown
  if (answer.ok) return content as T
  throw problem(content)
}

/** What went wrong, by its code. */
export function errorCode(error: unknown): string {
  return error instanceof Problem ? error.code : OFFLINE
}

function problem(content: unknown): Problem {
  const { code, details } = (content ?? {}) as { code?: unknown; details?: Record<string, unknown> }
  return typeof code === 'string' ? new Problem(code, details) : new Problem(OFFLINE)
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`

const lessonAt = (game: string, lesson: string, step: number) =>
  `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}/${step}`

export const api = {
  site: () => ask<Site>('GET', '/api/site'),
  ready: () => ask<ReadyIn>('GET', '/api/ready'),
  rename: (name: string) => ask<SetName>('POST', '/api/name', { name }),
  privacy: () => ask<Privacy>('GET', '/api/privacy'),
  revoke: (device: string) => ask<Privacy>('POST', '/api/devices/revoke', { device }),
  deleteMe: () => ask<Deleted>('DELETE', '/api/guest'),
  open: (form: OpenTable) => ask<TableOpened>('POST', '/api/tables', form),
  quick: (form: QuickMatch) => ask<Joined>('POST', '/api/quick', form),
  lobby: () => ask<Lobby>('GET', '/api/lobby'),
  mine: () => ask<MyTables>('GET', '/api/tables'),
  join: (table: string) => ask<Joined>('POST', `${at(table)}/join`, {}),
  useLink: (link: string) => ask<Joined>('POST', '/api/join', { link }),
  invitation: (link: string) => ask<Invitation>('GET', `/api/invitations/${encodeURIComponent(link)}`),
  links: (table: string) => ask<Links>('GET', `${at(table)}/links`),
  carry: (table: string, chair: number) => ask<SeatLink>('POST', `${at(table)}/carry`, { chair }),
  record: (table: string, round: number) => ask<GameRecord>('GET', `${at(table)}/rounds/${round}/record`),
  recordPath: (table: string, round: number) => `${at(table)}/rounds/${round}/record`,
  replay: (form: Omit<ReplayRecord, 'record'> & { record: object }) => ask<Replay>('POST', '/api/replay', form),
  analyse: (form: Omit<AnalyseRecord, 'record'> & { record: object }) => ask<AnalysisProgress>('POST', '/api/analysis', form),
  lessonStep: (game: string, lesson: string, step: number, lang: string) =>
    ask<LessonStep>('GET', `${lessonAt(game, lesson, step)}?lang=${lang}`),
  tryInLesson: (game: string, lesson: string, step: number, form: LessonMove) =>
    ask<LessonAnswer>('POST', lessonAt(game, lesson, step), form),
  exercises: (game: string) => ask<Exercises>('GET', `/api/exercises/${encodeURIComponent(game)}`),
  exercise: (game: string, number: number) => ask<ExercisePosition>('GET', `/api/exercises/${encodeURIComponent(game)}/${number}`),
  answerExercise: (game: string, number: number, form: LessonMove) =>
    ask<ExerciseAnswer>('POST', `/api/exercises/${encodeURIComponent(game)}/${number}`, form),
  puzzle: (game: string, date: string) => ask<PuzzleInfo>('GET', `/api/daily/${encodeURIComponent(game)}/${encodeURIComponent(date)}`),
  dailyLine: ({ game, date, number }: DailyGame) =>
    ask<GameRecord>('GET', `/api/daily/${encodeURIComponent(game)}/${encodeURIComponent(date)}/${number}`),
  async rules(game: string, lang: string): Promise<string> {
    const answer = await fetch(`/api/rules/${encodeURIComponent(game)}/${lang}`).catch(() => null)
    if (!answer) throw new Problem(OFFLINE)
    if (!answer.ok) throw problem(await answer.json().catch(() => null))
    return answer.text()
  },
}

/** The parts of a record that the page reads (docs/records.md). */
export interface GameRecord {
  game: string
  players: number
  options?: Record<string, string | number | boolean>
  deal: Array<string | number>
  moves: string[]
  /** By seat. */
  names?: Array<string | null>
  proof?: Proof
}

/** What the server and the chairs committed to, and what they opened; by chair, null for an absent player. */
export interface Draw {
  commitment: string
  seed: string
  commitments: Array<string | null>
  nonces: Array<string | null>
}

/** Scheme 1 has no commitments of chairs and nothing about seats. */
export interface Proof extends Omit<Draw, 'commitments'> {
  scheme: number
  commitments?: Array<string | null>
  /** By seat, the chair. */
  order?: number[]
  seats?: { by: 'drawn' | 'fixed'; moved_on?: number; draw?: Draw }
  abandoned?: Draw[]
  again?: number
  /** A public deal, which follows from a date instead of the secrets. */
  daily?: { date: string; number: number; puzzle?: boolean }
}
