import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '../src/lib/protocol'
import { Connection, type ConnectionState } from '../src/lib/socket'
import { FakeSocket } from './fake-socket'

const WELCOME: Message = {
  type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0,
}

function start() {
  const sockets: FakeSocket[] = []
  const states: ConnectionState[] = []
  const received: Message[] = []
  let have: number | null = null
  const connection = new Connection({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    hello: () => ({ table: 'abcdefghijkm', chair: null, have, lang: 'en' }),
    onMessage: (message) => {
      received.push(message)
      if ('n' in message) have = message.n
    },
    onState: (state) => states.push(state),
    random: () => 0.5,
  })
  const open = (message: Message = WELCOME) => {
    sockets.at(-1)?.onopen?.()
    sockets.at(-1)?.say(message)
  }
  return { connection, sockets, states, received, open }
}

const PLAY = { type: 'play', chair: 1, against: 3, move: 'draw' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a connection', () => {
  test('says hello first, and sends requests only when it is welcome', () => {
    const { connection, sockets, open } = start()
    connection.open()
    void connection.request(PLAY)
    expect(sockets[0]?.sent).toEqual([])
    open()
    expect(sockets[0]?.sent.map(({ type }) => type)).toEqual(['hello', 'play'])
  })

  test('answers a request with the event that carries its id', async () => {
    const { connection, sockets, open } = start()
    connection.open()
    open()
    const answer = connection.request(PLAY)
    const id = String(sockets[0]?.sent.at(-1)?.['id'])
    sockets[0]?.say({ type: 'ack', id, n: 4 })
    expect(await answer).toMatchObject({ ok: true })
  })

  test('answers a refused request with the code', async () => {
    const { connection, sockets, open } = start()
    connection.open()
    open()
    const answer = connection.request(PLAY)
    sockets[0]?.say({ type: 'refused', id: String(sockets[0]?.sent.at(-1)?.['id']), code: 'stale', details: {} })
    expect(await answer).toEqual({ ok: false, code: 'stale', details: {} })
  })

  test('reconnects and repeats an unanswered request, with the same id', async () => {
    const { connection, sockets, states, open } = start()
    connection.open()
    open()
    const answer = connection.request(PLAY)
    const first = sockets[0]?.sent.at(-1)
    sockets[0]?.onclose?.()
    expect(states.at(-1)).toBe('cut')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets.length).toBe(2)
    open()
    expect(sockets[1]?.sent.at(-1)).toEqual(first)
    sockets[1]?.say({ type: 'ack', id: String(first?.['id']), n: 5 })
    expect(await answer).toMatchObject({ ok: true })
  })

  test('reconnects with the last event number it has', async () => {
    const { connection, sockets, open } = start()
    connection.open()
    open()
    sockets[0]?.say({ type: 'ack', id: 'x', n: 17 })
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(1000)
    open()
    expect(sockets[1]?.sent[0]).toMatchObject({ type: 'hello', have: 17 })
  })

  test('says after three seconds that no answer comes, and takes it back when one does', () => {
    const { connection, sockets, states, open } = start()
    connection.open()
    vi.advanceTimersByTime(3000)
    expect(states).toEqual(['connecting', 'cut'])
    open()
    expect(states.at(-1)).toBe('open')
    void connection.request(PLAY)
    void connection.request({ type: 'advise', chair: 1 })
    vi.advanceTimersByTime(2999)
    expect(states.at(-1)).toBe('open')
    vi.advanceTimersByTime(1)
    expect(states.at(-1)).toBe('cut')
    sockets[0]?.say({ type: 'pong', t: 0, now: 0 })
    expect(states.at(-1)).toBe('open')
  })

  test('waits longer after each failure', async () => {
    const { connection, sockets } = start()
    connection.open()
    const tries: number[] = []
    for (let failures = 0; failures < 5; failures++) {
      sockets.at(-1)?.onclose?.()
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      tries.push(Date.now() - before)
    }
    expect(tries).toEqual([250, 500, 1000, 2000, 4000])
  })

  test('does not reconnect when there is no such table', async () => {
    const { connection, sockets, states } = start()
    connection.open()
    sockets[0]?.onopen?.()
    sockets[0]?.say({ type: 'refused', code: 'no-such-table', id: null, details: {} })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets.length).toBe(1)
    expect(states.at(-1)).toBe('closed')
  })

  test('closes a connection that has gone silent', async () => {
    const { connection, sockets, open } = start()
    connection.open()
    open()
    await vi.advanceTimersByTimeAsync(70_000)
    expect(sockets.length).toBeGreaterThan(1)
    connection.close()
  })
})
