/** Records and boards of the real server, before the page's check. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { deck as janusDeck } from '../src/games/janus/deck'
import { facesOn as janusFaces } from '../src/games/janus/faces'
import { deck as nummerusDeck } from '../src/games/nummerus/deck'
import { facesOn as nummerusFaces } from '../src/games/nummerus/faces'
import { deck as titusDeck } from '../src/games/titus/deck'
import { facesOn as titusFaces } from '../src/games/titus/faces'
import type { GameRecord } from '../src/lib/api'
import { checkRecord } from '../src/lib/proof'
import type { JanusTable, NummerusTable, TitusTable } from '../src/lib/protocol'
import type { SeenFace, Testimony } from '../src/lib/deal-witness'

const ROOT = new URL('../..', import.meta.url).pathname

/** Rounds played at the server's own tables, and all that a watcher and each seat see of a game. */
const SERVER = `
import json
import msgspec
from rectoverso import new
from rectoverso.games.round import WATCHER
from tests.table.evening import Evening
from tests.table.records import finish, played

def match():
    evening = Evening("nummerus", "person", "person", "person", random_seats=True, rounds=3, options={"scoring": "points"})
    return [played(evening, 1, 2) for _ in range(3)]

def fixed():
    evening = Evening("nummerus", "person", "person", "bot")
    return [played(evening, 1, 2), played(evening, 2)]

def redrawn_and_again():
    evening = Evening("nummerus", "person", "person", random_seats=True)
    evening.commit(1, 2)
    evening.open(1)
    evening.later(10)
    evening.commit(1, draw=2)
    evening.open(1, draw=2)
    first = finish(evening)
    evening.want_again(same_deal=True)
    return [first, finish(evening)]

def seen(name, players):
    round = new(name, players, seed="faces")
    boards = []
    while not round.over and len(round.numbers) < 40:
        boards += [round.view(seat, "table").table for seat in (WATCHER, *range(1, players + 1))]
        legal = round.legal
        round.play(legal[len(round.numbers) * 7 % len(legal)])
    return {"record": round.record(), "boards": boards}

print(msgspec.json.encode({
    "records": {"match": match(), "fixed": fixed(), "redrawn and again": redrawn_and_again()},
    "seen": {"titus": seen("titus", 3), "janus": seen("janus", 3), "nummerus": seen("nummerus", 2)},
}).decode())
`
interface FromServer {
  records: Record<string, GameRecord[]>
  seen: Record<'titus' | 'janus' | 'nummerus', { record: GameRecord; boards: unknown[] }>
}
const server = JSON.parse(
  execFileSync(`${ROOT}.venv/bin/python`, ['-c', SERVER], { encoding: 'utf8', cwd: ROOT, maxBuffer: 2 ** 26 }),
) as FromServer

const UNSEEN: Testimony = {
  round: 1, scheme: 2, mine: [], held: [], opened: { randomSeats: true, firstChair: 1, rounds: 1, daily: null, puzzle: false }, number: 1, draws: [], unopened: [], order: null, before: null,
  again: null, wanted: null, moves: null, faces: [], over: true, breaches: [],
}

describe('records of the server', () => {
  const records = Object.entries(server.records).flatMap(([kind, all]) => all.map((record, i) => [`${kind} ${i + 1}`, record] as const))

  test.each(records)('%s: consistent, and nothing more is claimed to a window that saw nothing', (_, record) => {
    const findings = checkRecord(record, nummerusDeck, null)
    expect(findings.filter(({ good }) => good === false)).toEqual([])
    expect(findings.find(({ check }) => check === 'seed')).toEqual({ check: 'seed', good: null, reason: 'unseen' })
    expect(findings.find(({ check }) => check === 'deal')?.good).toBe(true)
    expect(findings.find(({ check }) => check === 'seats')?.good).toBe(true)
  })

  test('a chair that did not open is told', () => {
    const [record] = server.records['redrawn and again'] ?? []
    expect(checkRecord(record as GameRecord, nummerusDeck, null)).toContainEqual({ check: 'draws', good: true, chairs: [2] })
  })

  test('the old scheme still verifies, and says what it cannot prove', () => {
    const record = structuredClone(server.records['match']?.[0]) as GameRecord
    const { commitment, seed, nonces } = record.proof as NonNullable<GameRecord['proof']>
    const findings = checkRecord({ ...record, proof: { scheme: 1, commitment, seed, nonces } }, nummerusDeck, null)
    expect(findings).toEqual([
      { check: 'seed', good: null, reason: 'unseen' },
      { check: 'nonces', good: null, reason: 'old-scheme' },
      { check: 'deal', good: true },
      { check: 'seats', good: null, reason: 'old-scheme' },
    ])
  })

  test('a deal to which nobody added a number claims no proof', () => {
    const record = structuredClone(server.records['match']?.[0]) as GameRecord
    Object.assign(record.proof as object, { nonces: [null, null, null], commitments: [null, null, null] })
    expect(checkRecord(record, nummerusDeck, null)).toContainEqual({ check: 'nonces', good: null, reason: 'nobody' })
  })
})

const FACES = {
  titus: (board: unknown) => titusFaces(board as TitusTable),
  janus: (board: unknown) => janusFaces(board as JanusTable),
  nummerus: (board: unknown) => nummerusFaces(board as NummerusTable),
}
const DECKS = { titus: titusDeck, janus: janusDeck, nummerus: nummerusDeck }

describe.each(['titus', 'janus', 'nummerus'] as const)('the faces that boards of %s show', (game) => {
  const { record, boards } = server.seen[game]
  const proved = { ...record, proof: server.records['match']?.[0]?.proof } as GameRecord
  const outcome = (faces: SeenFace[], changed: Partial<GameRecord> = {}) =>
    checkRecord({ ...proved, players: 3, ...changed }, DECKS[game], { ...UNSEEN, moves: record.moves, faces }).find(
      ({ check }) => check === 'game',
    )
  const faces = boards.flatMap(FACES[game])

  test('are those of the deal', () => {
    expect(new Set(faces.map(({ place }) => place)).size).toBeGreaterThan(10)
    expect(outcome(faces)).toEqual({ check: 'game', good: true })
  })

  test('are not those of another deal', () => {
    expect(outcome(faces, { deal: [...record.deal].reverse() })).toEqual({ check: 'game', good: false, reason: 'other-faces' })
  })
})
