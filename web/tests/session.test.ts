import { expect, test } from 'vitest'
import { commitmentToNonce } from '../src/lib/fair'
import type { Chair, Message, Moved, Snapshot, Table, View } from '../src/lib/protocol'
import { Session } from '../src/lib/session.svelte'
import type { Link } from '../src/lib/socket'

class Wire implements Link {
  sent: Array<Record<string, unknown>> = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {}
  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  last(type: string): Record<string, unknown> | undefined {
    return this.sent.findLast((request) => request['type'] === type)
  }
}

const CHAIR: Chair = {
  chair: 1, seat: 2, kind: 'person', taken: true, name: 'Ada', level: null, mine: true, present: true, bot_plays: false, ended: null,
}
const TABLE = {
  phase: 'playing', setup: { game: 'nummerus', players: 1, options: {} }, chairs: [CHAIR], host: true,
  match: { round: 1, number: 1, rounds: 1, points: [0], ranks: null, results: [] },
  fair: null, vote: null, again: null, deadline: null, undo: null, help: false, may_close: false, watchers: 0, notice: null,
} as unknown as Table
const entry = (at: number) => ({ at, seat: 2, move: `take ${at}`, told: { type: 'take', pawn: at } })
const VIEW: View = {
  game: 'nummerus', players: 1, options: {}, seat: 2, to_move: 2, at: 1, table: 'first', legal: ['take 4'], log: [entry(0)], result: null,
}
const SNAPSHOT: Snapshot = {
  type: 'snapshot', n: 10, chair: 1, table: TABLE, position: { view: VIEW, said: ['said 0'] }, now: 0,
}
const moved = (n: number, extra: Partial<Moved> = {}): Moved => ({
  type: 'moved', n, line: { entry: entry(n), text: `said ${n}` }, by: 'person', to_move: 2, legal: [`take ${n + 1}`],
  board: `board ${n}`, deadline: null, undo: 1, may_close: false, ...extra,
})
const settled = () => new Promise((done) => setTimeout(done))

function table() {
  const wire = new Wire()
  const session = new Session('abcdefghijkm', () => wire)
  session.start()
  wire.onopen?.()
  wire.say({ type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0 })
  return { wire, session }
}

test('a snapshot is everything: table, view, log in words, my seat', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  await settled()
  expect(session.seat).toBe(2)
  expect(session.legal).toEqual(['take 4'])
  expect(session.log.map(({ text }) => text)).toEqual(['said 0'])
})

test('a move changes the board, adds a line, and lets older lines fade', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  wire.say(moved(11, { faded: [{ entry: entry(0), text: 'faded 0' }] }))
  await settled()
  expect(session.view?.table).toBe('board 11')
  expect(session.table?.undo).toBe(1)
  expect(session.log.map(({ text }) => text)).toEqual(['faded 0', 'said 11'])
})

test('what was seen already is not shown twice', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  wire.say(moved(11))
  wire.say(moved(11))
  await settled()
  expect(session.log.length).toBe(2)
})

test('a move is played against what is shown, and nothing can be played until it is answered', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  expect(session.legal).toEqual([])
  const asked = wire.last('play')
  expect(asked).toMatchObject({ move: 'take 4', against: 10, chair: 1 })
  wire.say(moved(11, { ref: String(asked?.['id']) }))
  await played
  await settled()
  expect(session.legal).toEqual(['take 12'])
})

test('after a cut nothing can be played before the move that was on its way is answered', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  const id = String(wire.last('play')?.['id'])
  wire.say({ type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0 })
  expect(wire.sent.filter(({ type }) => type === 'play').map((asked) => asked['id'])).toEqual([id, id])
  wire.say({ ...SNAPSHOT, n: 11 })
  await settled()
  expect(session.legal).toEqual([])
  wire.say({ type: 'ack', id, n: 12 })
  await played
  expect(session.legal).toEqual(['take 4'])
})

test('a refusal is said, and the board is free again', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  wire.say({ type: 'refused', id: String(wire.last('play')?.['id']), code: 'illegal-move', details: {} })
  await played
  expect(session.refused?.code).toBe('illegal-move')
  expect(session.legal).toEqual(['take 4'])
})

test('events wait for the stage: each is shown before the next', async () => {
  const { wire, session } = table()
  wire.say(SNAPSHOT)
  await settled()
  const shown: unknown[] = []
  let next: () => void = () => undefined
  session.stage = (apply) => {
    apply()
    shown.push(session.view?.table)
    return new Promise((done) => (next = done))
  }
  wire.say(moved(11))
  wire.say(moved(12))
  await settled()
  expect(shown).toEqual(['board 11'])
  next()
  await settled()
  expect(shown).toEqual(['board 11', 'board 12'])
})

test('my number goes into the fair deal: promised first, then opened', async () => {
  const { wire } = table()
  const fair = { scheme: 1, commitment: 'c', until: 0, committed: [], opened: [], commitments: null, nonces: null, seed: null, again: null }
  const changed = (n: number, phase: Table['phase']): Message => ({
    type: 'changed', n, what: 'preparing', chair: null, table: { ...TABLE, phase, fair },
  })
  wire.say({ ...SNAPSHOT, n: 1, position: null, table: { ...TABLE, phase: 'waiting' } })
  wire.say(changed(2, 'committing'))
  await settled()
  expect(wire.last('commit')).toMatchObject({ chair: 1, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown })
  wire.say(changed(3, 'opening'))
  await settled()
  const nonce = String(wire.last('open')?.['nonce'])
  expect(commitmentToNonce(nonce)).toBe(wire.last('commit')?.['commitment'])
})
