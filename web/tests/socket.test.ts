import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '../src/lib/protocol'
import { Connection, type ConnectionState, type Link } from '../src/lib/socket'

/** The other end of a line, held by the test. */
class Wire implements Link {
  sent: Array<Record<string, unknown>> = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.onclose?.()
  }
  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const WELCOME: Message = {
  type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0,
}

function line() {
  const wires: Wire[] = []
  const lines: ConnectionState[] = []
  const heard: Message[] = []
  let have: number | null = null
  const connection = new Connection({
    link: () => {
      const wire = new Wire()
      wires.push(wire)
      return wire
    },
    hello: () => ({ table: 'abcdefghijkm', chair: null, have, lang: 'en' }),
    heard: (message) => {
      heard.push(message)
      if ('n' in message) have = message.n
    },
    line: (state) => lines.push(state),
    random: () => 0.5,
  })
  const open = (message: Message = WELCOME) => {
    wires.at(-1)?.onopen?.()
    wires.at(-1)?.say(message)
  }
  return { connection, wires, lines, heard, open }
}

const PLAY = { type: 'play', chair: 1, against: 3, move: 'draw' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a connection', () => {
  test('greets first, and asks only when it is welcome', () => {
    const { connection, wires, open } = line()
    connection.open()
    void connection.ask(PLAY)
    expect(wires[0]?.sent).toEqual([])
    open()
    expect(wires[0]?.sent.map(({ type }) => type)).toEqual(['hello', 'play'])
  })

  test('settles a request with the event that carries its id', async () => {
    const { connection, wires, open } = line()
    connection.open()
    open()
    const answer = connection.ask(PLAY)
    const id = String(wires[0]?.sent.at(-1)?.['id'])
    wires[0]?.say({ type: 'ack', id, n: 4 })
    expect(await answer).toMatchObject({ ok: true })
  })

  test('tells a refusal with its code', async () => {
    const { connection, wires, open } = line()
    connection.open()
    open()
    const answer = connection.ask(PLAY)
    wires[0]?.say({ type: 'refused', id: String(wires[0]?.sent.at(-1)?.['id']), code: 'stale', details: {} })
    expect(await answer).toEqual({ ok: false, code: 'stale', details: {} })
  })

  test('comes back after a cut and says the same request again, with the same id', async () => {
    const { connection, wires, lines, open } = line()
    connection.open()
    open()
    const answer = connection.ask(PLAY)
    const first = wires[0]?.sent.at(-1)
    wires[0]?.onclose?.()
    expect(lines.at(-1)).toBe('cut')
    await vi.advanceTimersByTimeAsync(1000)
    expect(wires.length).toBe(2)
    open()
    expect(wires[1]?.sent.at(-1)).toEqual(first)
    wires[1]?.say({ type: 'ack', id: String(first?.['id']), n: 5 })
    expect(await answer).toMatchObject({ ok: true })
  })

  test('says the last number it has when it comes back', async () => {
    const { connection, wires, open } = line()
    connection.open()
    open()
    wires[0]?.say({ type: 'ack', id: 'x', n: 17 })
    wires[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(1000)
    open()
    expect(wires[1]?.sent[0]).toMatchObject({ type: 'hello', have: 17 })
  })

  test('waits longer after each failure', async () => {
    const { connection, wires } = line()
    connection.open()
    const tries: number[] = []
    for (let failures = 0; failures < 5; failures++) {
      wires.at(-1)?.onclose?.()
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      tries.push(Date.now() - before)
    }
    expect(tries).toEqual([250, 500, 1000, 2000, 4000])
  })

  test('does not come back when there is no such table', async () => {
    const { connection, wires, lines } = line()
    connection.open()
    wires[0]?.onopen?.()
    wires[0]?.say({ type: 'refused', code: 'no-such-table', id: null, details: {} })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(wires.length).toBe(1)
    expect(lines.at(-1)).toBe('closed')
  })

  test('a line that has gone silent is given up', async () => {
    const { connection, wires, open } = line()
    connection.open()
    open()
    await vi.advanceTimersByTimeAsync(70_000)
    expect(wires.length).toBeGreaterThan(1)
    connection.close()
  })
})
