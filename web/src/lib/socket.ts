/**
 * One connection to one table that heals itself. It says `hello` with the last number it has, sends again what was not
 * answered, and comes back after a cut with growing pauses. What the messages mean is the business of the session.
 */
import { PROTOCOL, type Hello, type Message, type Request } from './protocol'

export type ConnectionState = 'connecting' | 'open' | 'cut' | 'closed'

type Answered = Exclude<Request, Hello | { type: 'look' } | { type: 'ping' }>
/** A request without its id: the connection chooses one. */
export type Wish = Answered extends infer R ? (R extends { id: string } ? Omit<R, 'id'> : never) : never
export type Answer = { ok: true; message: Message } | { ok: false; code: string; details: Record<string, unknown> }

export interface Link {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface Parts {
  link: () => Link
  hello: () => Omit<Hello, 'type' | 'protocol'>
  heard: (message: Message) => void
  line: (line: ConnectionState) => void
  random?: () => number
}

const PAUSES = [250, 500, 1000, 2000, 4000, 8000]
const PING = 20_000
const SILENCE = 45_000
/** After these there is no point in coming back by ourselves. */
const FINAL = new Set(['wrong-protocol', 'no-such-table', 'watching-forbidden'])

interface Waiting {
  request: Answered
  settle: (answer: Answer) => void
}

export class Connection {
  private socket: Link | null = null
  private waiting = new Map<string, Waiting>()
  private tries = 0
  private welcomed = false
  private over = false
  private heardAt = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private beat: ReturnType<typeof setInterval> | undefined
  private count = 0
  private readonly stem: string

  constructor(private readonly parts: Parts) {
    this.stem = Math.floor((parts.random ?? Math.random)() * 36 ** 8).toString(36)
  }

  open(): void {
    this.parts.line(this.tries ? 'cut' : 'connecting')
    const socket = this.parts.link()
    this.socket = socket
    this.welcomed = false
    this.heardAt = Date.now()
    socket.onopen = () => this.tell({ type: 'hello', protocol: PROTOCOL, ...this.parts.hello() })
    socket.onmessage = ({ data }) => this.hear(socket, data)
    socket.onclose = () => this.lost(socket)
    clearInterval(this.beat)
    this.beat = setInterval(() => this.alive(), PING)
  }

  /** Ask for something; the promise settles with the one answer, however many cuts lie between. */
  ask(wish: Wish): Promise<Answer> {
    const id = `${this.stem}-${++this.count}`
    const request = { ...wish, id } as Answered
    return new Promise((settle) => {
      this.waiting.set(id, { request, settle })
      if (this.welcomed) this.tell(request)
    })
  }

  /** See the table from another chair, or in another language. */
  look(chair: number | null, lang: Hello['lang']): void {
    if (this.welcomed) this.tell({ type: 'look', chair, lang: lang ?? null })
  }

  /** Come back at once: the network is there again, or the page is looked at. */
  hurry(): void {
    if (this.over || this.welcomed) return
    if (this.retry === undefined) return
    clearTimeout(this.retry)
    this.retry = undefined
    this.open()
  }

  close(): void {
    this.over = true
    clearTimeout(this.retry)
    clearInterval(this.beat)
    this.socket?.close()
    for (const { settle } of this.waiting.values()) settle({ ok: false, code: 'closed', details: {} })
    this.waiting.clear()
    this.parts.line('closed')
  }

  private tell(request: Request): void {
    this.socket?.send(JSON.stringify(request))
  }

  private alive(): void {
    if (Date.now() - this.heardAt > SILENCE) this.socket?.close()
    else if (this.welcomed) this.tell({ type: 'ping', t: Date.now() })
  }

  private hear(socket: Link, data: unknown): void {
    if (socket !== this.socket || this.over || typeof data !== 'string') return
    this.heardAt = Date.now()
    const message = JSON.parse(data) as Message
    if (message.type === 'welcome') this.greet()
    this.parts.heard(message)
    this.settle(message)
    if (message.type === 'bye' && FINAL.has(message.code)) this.close()
    if (message.type === 'refused' && message.id == null && FINAL.has(message.code)) this.close()
  }

  private greet(): void {
    this.welcomed = true
    this.tries = 0
    this.parts.line('open')
    for (const { request } of this.waiting.values()) this.tell(request)
  }

  private settle(message: Message): void {
    const id = 'ref' in message ? message.ref : 'id' in message ? message.id : undefined
    const waiting = id == null ? undefined : this.waiting.get(id)
    if (id == null || !waiting) return
    this.waiting.delete(id)
    waiting.settle(
      message.type === 'refused'
        ? { ok: false, code: message.code, details: message.details ?? {} }
        : { ok: true, message },
    )
  }

  private lost(socket: Link): void {
    if (socket !== this.socket || this.over) return
    this.welcomed = false
    clearInterval(this.beat)
    this.parts.line('cut')
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] ?? 0
    const spread = 0.5 + (this.parts.random ?? Math.random)()
    this.retry = setTimeout(() => {
      this.retry = undefined
      this.open()
    }, pause * spread)
  }
}

export function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
}
