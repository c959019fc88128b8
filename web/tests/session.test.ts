import { expect, test } from 'vitest'
import type { Chair, Moved, Snapshot, Table, View } from '../src/lib/protocol'
import { Session } from '../src/lib/session.svelte'
import { FakeSocket } from './fake-socket'

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
  type: 'snapshot', n: 10, chair: 1, table: TABLE, position: { view: VIEW, said: ['said 0'] }, notes: [], now: 0,
}
const moved = (n: number, extra: Partial<Moved> = {}): Moved => ({
  type: 'moved', n, line: { entry: entry(n), text: `said ${n}` }, by: 'person', to_move: 2, legal: [`take ${n + 1}`],
  board: `board ${n}`, deadline: null, undo: 1, may_close: false, ...extra,
})
const settled = () => new Promise((done) => setTimeout(done))

function table() {
  const server = new FakeSocket()
  const session = new Session('abcdefghijkm', () => server)
  session.start()
  server.onopen?.()
  server.say({ type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0 })
  return { server, session }
}

test('a snapshot brings everything: table, view, log in words, my seat', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  await settled()
  expect(session.seat).toBe(2)
  expect(session.legal).toEqual(['take 4'])
  expect(session.log.map(({ text }) => text)).toEqual(['said 0'])
})

test('a move changes the board, adds a line to the log, and fades older lines', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  server.say(moved(11, { faded: [{ entry: entry(0), text: 'faded 0' }] }))
  await settled()
  expect(session.view?.table).toBe('board 11')
  expect(session.table?.undo).toBe(1)
  expect(session.log.map(({ text }) => text)).toEqual(['faded 0', 'said 11'])
})

test('an event that was seen already is not shown again', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  server.say(moved(11))
  server.say(moved(11))
  await settled()
  expect(session.log.length).toBe(2)
})

test('a move is played against what is shown, and nothing can be played until it is answered', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  expect(session.legal).toEqual([])
  const asked = server.last('play')
  expect(asked).toMatchObject({ move: 'take 4', against: 10, chair: 1 })
  server.say(moved(11, { ref: String(asked?.['id']) }))
  await played
  await settled()
  expect(session.legal).toEqual(['take 12'])
})

test('after a reconnection nothing can be played before the pending move is answered', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  const id = String(server.last('play')?.['id'])
  server.say({ type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0 })
  expect(server.sent.filter(({ type }) => type === 'play').map((asked) => asked['id'])).toEqual([id, id])
  server.say({ ...SNAPSHOT, n: 11 })
  await settled()
  expect(session.legal).toEqual([])
  server.say({ type: 'ack', id, n: 12 })
  await played
  expect(session.legal).toEqual(['take 4'])
})

test('a refusal is shown, and the board can be used again', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  await settled()
  const played = session.play('take 4')
  server.say({ type: 'refused', id: String(server.last('play')?.['id']), code: 'illegal-move', details: {} })
  await played
  expect(session.refused?.code).toBe('illegal-move')
  expect(session.legal).toEqual(['take 4'])
})

test('an event is shown only when the one before it has been presented', async () => {
  const { server, session } = table()
  server.say(SNAPSHOT)
  await settled()
  const shown: unknown[] = []
  let next: () => void = () => undefined
  session.present = (apply) => {
    apply()
    shown.push(session.view?.table)
    return new Promise((done) => (next = done))
  }
  server.say(moved(11))
  server.say(moved(12))
  await settled()
  expect(shown).toEqual(['board 11'])
  next()
  await settled()
  expect(shown).toEqual(['board 11', 'board 12'])
})

const other = (n: number) => moved(n, { line: { entry: { ...entry(n), seat: 1 }, text: `said ${n}` }, by: 'bot' })

test('positions since my last move are kept, and forgotten with the seat that saw them', async () => {
  const { server, session } = table()
  server.say({ ...SNAPSHOT, n: 1 })
  server.say(other(2))
  server.say(other(3))
  await settled()
  expect([...session.kept.keys()]).toEqual([1, 2, 3])
  expect(session.kept.get(2)?.table).toBe('board 2')
  server.say(moved(4))
  await settled()
  expect([...session.kept.keys()]).toEqual([4])
  server.say(other(5))
  server.say({ ...SNAPSHOT, n: 20, chair: null, position: { view: { ...VIEW, at: 5 }, said: [] } })
  await settled()
  expect([...session.kept.keys()]).toEqual([5])
  expect(session.kept.get(5)?.table).toBe('first')
})
