/**
 * A connection to one table that reconnects by itself. It says `hello` with the last event number it has, repeats requests
 * that were not answered, and waits longer after each failed attempt. What messages mean is up to the session.
 */
import { PROTOCOL, type Hello, type Message, type Request } from './protocol'

export type ConnectionState = 'connecting' | 'open' | 'cut' | 'closed'

type Answered = Exclude<Request, Hello | { type: 'look' } | { type: 'ping' }>
/** A request without its id, which the connection chooses. */
export type RequestBody = Answered extends infer R ? (R extends { id: string } ? Omit<R, 'id'> : never) : never
export type Answer = { ok: true; message: Message } | { ok: false; code: string; details: Record<string, unknown> }

/** The part of a WebSocket that is used. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface ConnectionOptions {
  open: () => Socket
  hello: () => Omit<Hello, 'type' | 'protocol'>
  onMessage: (message: Message) => void
  onState: (state: ConnectionState) => void
  random?: () => number
}

const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000]
const PING_EVERY_MS = 20_000
/** After this time without an answer the reader is told that the connection is lost, while we go on waiting. */
const LATE_MS = 3000
/** These may take their time. */
const SLOW = new Set(['odds', 'advise'])
const SILENCE_LIMIT_MS = 45_000
/** After these refusals, reconnecting would change nothing. */
const FINAL = new Set(['wrong-protocol', 'no-such-table', 'watching-forbidden', 'blocked'])

interface Unanswered {
  request: Answered
  resolve: (answer: Answer) => void
  /** Says that the answer is late. */
  late: ReturnType<typeof setTimeout> | undefined
}

export class Connection {
  private socket: Socket | null = null
  private unanswered = new Map<string, Unanswered>()
  private attempts = 0
  private welcomed = false
  private closed = false
  private lastMessageAt = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private pings: ReturnType<typeof setInterval> | undefined
  private requests = 0
  private late = false
  private greeting: ReturnType<typeof setTimeout> | undefined
  private readonly idPrefix: string

  constructor(private readonly options: ConnectionOptions) {
    this.idPrefix = Math.floor((options.random ?? Math.random)() * 36 ** 8).toString(36)
  }

  open(): void {
    this.options.onState(this.attempts ? 'cut' : 'connecting')
    const socket = this.options.open()
    this.socket = socket
    this.welcomed = false
    this.lastMessageAt = Date.now()
    clearTimeout(this.greeting)
    this.greeting = setTimeout(() => this.sayLate(), LATE_MS)
    socket.onopen = () => this.send({ type: 'hello', protocol: PROTOCOL, ...this.options.hello() })
    socket.onmessage = ({ data }) => this.receive(socket, data)
    socket.onclose = () => this.handleClose(socket)
    clearInterval(this.pings)
    this.pings = setInterval(() => this.ping(), PING_EVERY_MS)
  }

  /** Sends a request; the promise resolves with its one answer, however often the connection breaks meanwhile. */
  request(body: RequestBody): Promise<Answer> {
    const id = `${this.idPrefix}-${++this.requests}`
    const request = { ...body, id } as Answered
    return new Promise((resolve) => {
      const late = SLOW.has(request.type) ? undefined : setTimeout(() => this.sayLate(), LATE_MS)
      this.unanswered.set(id, { request, resolve, late })
      if (this.welcomed) this.send(request)
    })
  }

  /** Shows the table from another chair, or in another language. */
  look(chair: number | null, lang: Hello['lang']): void {
    if (this.welcomed) this.send({ type: 'look', chair, lang: lang ?? null })
  }

  /** Reconnects without waiting: the network is back, or the page has become visible. */
  reconnect(): void {
    if (this.closed || this.welcomed) return
    if (this.retry === undefined) return
    clearTimeout(this.retry)
    this.retry = undefined
    this.open()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retry)
    clearTimeout(this.greeting)
    clearInterval(this.pings)
    this.socket?.close()
    for (const { resolve } of this.unanswered.values()) resolve({ ok: false, code: 'closed', details: {} })
    this.unanswered.clear()
    this.options.onState('closed')
  }

  private send(request: Request): void {
    this.socket?.send(JSON.stringify(request))
  }

  private ping(): void {
    if (Date.now() - this.lastMessageAt > SILENCE_LIMIT_MS) this.socket?.close()
    else if (this.welcomed) this.send({ type: 'ping', t: Date.now() })
  }

  private receive(socket: Socket, data: unknown): void {
    if (socket !== this.socket || this.closed || typeof data !== 'string') return
    this.lastMessageAt = Date.now()
    if (this.late && this.welcomed) this.options.onState('open')
    this.late = false
    const message = JSON.parse(data) as Message
    if (message.type === 'welcome') this.resume()
    this.options.onMessage(message)
    this.settle(message)
    if (message.type === 'bye' && FINAL.has(message.code)) this.close()
    if (message.type === 'refused' && message.id == null && FINAL.has(message.code)) this.close()
  }

  private sayLate(): void {
    if (this.closed) return
    this.late = true
    this.options.onState('cut')
  }

  private resume(): void {
    this.welcomed = true
    clearTimeout(this.greeting)
    this.attempts = 0
    this.options.onState('open')
    for (const { request } of this.unanswered.values()) this.send(request)
  }

  private settle(message: Message): void {
    const id = 'ref' in message ? message.ref : 'id' in message ? message.id : undefined
    const found = id == null ? undefined : this.unanswered.get(id)
    if (id == null || !found) return
    clearTimeout(found.late)
    this.unanswered.delete(id)
    found.resolve(
      message.type === 'refused'
        ? { ok: false, code: message.code, details: message.details ?? {} }
        : { ok: true, message },
    )
  }

  private handleClose(socket: Socket): void {
    if (socket !== this.socket || this.closed) return
    this.welcomed = false
    clearInterval(this.pings)
    clearTimeout(this.greeting)
    this.options.onState('cut')
    const pause = PAUSES_MS[Math.min(this.attempts++, PAUSES_MS.length - 1)] ?? 0
    const spread = 0.5 + (this.options.random ?? Math.random)()
    this.retry = setTimeout(() => {
      this.retry = undefined
      this.open()
    }, pause * spread)
  }
}

export function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
}
