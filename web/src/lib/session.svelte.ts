/**
 * One table as this window sees it. Messages come in over a `Connection`; what is shown changes in order, one event
 * after the other, and the stage may take its time to show each (`stage`).
 */
import { commitmentToNonce, newNonce } from './fair'
import { locale } from './locale.svelte'
import type {
  Changed, GenericBoard, LogLine, Message, Moved, Position, Reaction, Snapshot, Table, View, Welcome,
} from './protocol'
import { Connection, type Answer, type ConnectionState, type Link, type Wish } from './socket'
import { keepHere, keptHere } from './storage'

type Shown = Snapshot | Moved | Changed
/** Shows a change: calls `apply` once, and settles when the next change may be shown. */
export type Stage = (apply: () => void, message: Shown) => Promise<void>

/** So many events behind, nothing is played out any more. */
const BACKLOG = 6
const REACTION_SHOWN = 4000
const at_once: Stage = (apply) => {
  apply()
  return Promise.resolve()
}

export class Session {
  line = $state<ConnectionState>('connecting')
  /** The code of what keeps us out, where something does. */
  trouble = $state<string | null>(null)
  table = $state.raw<Table | null>(null)
  view = $state.raw<View | null>(null)
  /** The position in words, of a game that has no board of its own. */
  generic = $state.raw<GenericBoard | undefined>()
  log = $state.raw<LogLine[]>([])
  chair = $state<number | null>(null)
  mine = $state.raw<number[]>([])
  /** Nothing can be done now: a move waits for its answer, or what has happened is still being shown. */
  busy = $state(false)
  /** The server has not answered yet. */
  unanswered = $state(false)
  reactions = $state.raw<Array<{ key: number; chair: number; reaction: Reaction }>>([])
  /** The last refusal, to be said to the player. */
  refused = $state.raw<{ code: string; details: Record<string, unknown> } | null>(null)
  /** By how much the server's clock is ahead of ours. */
  ahead = 0
  stage: Stage = at_once
  server = $state<string | null>(null)

  private have: number | null = null
  private against = 0
  private queue: Shown[] = []
  private showing = false
  private connection: Connection
  private answered = new Set<string>()
  private reactionCount = 0

  constructor(
    readonly id: string,
    link: () => Link,
  ) {
    this.connection = new Connection({
      link,
      hello: () => ({ table: this.id, chair: this.chair, have: this.have, lang: locale.now }),
      heard: (message) => this.hear(message),
      line: (line) => (this.line = line),
    })
  }

  start(): void {
    this.connection.open()
  }

  stop(): void {
    this.connection.close()
  }

  hurry(): void {
    this.connection.hurry()
  }

  /** The seat of the chair whose eyes we see with; null: a watcher, or nothing dealt yet. */
  get seat(): number | null {
    return this.chairs.find(({ chair }) => chair === this.chair)?.seat ?? null
  }

  get chairs(): Table['chairs'] {
    return this.table?.chairs ?? []
  }

  get legal(): string[] {
    return this.busy || this.line === 'closed' ? [] : (this.view?.legal ?? [])
  }

  look(chair: number | null): void {
    this.have = null
    this.connection.look(chair, locale.now)
  }

  /** A request of the chair we sit on; a refusal is shown. */
  async say(wish: Wish): Promise<Answer> {
    const answer = await this.connection.ask(wish)
    if (!answer.ok && answer.code !== 'closed') this.refused = answer
    return answer
  }

  async play(move: string): Promise<void> {
    if (this.busy || this.chair === null) return
    await this.act({ type: 'play', chair: this.chair, against: this.against, move })
  }

  async undo(): Promise<void> {
    if (this.busy || this.table?.undo == null) return
    await this.act({ type: 'undo', chair: this.table.undo, against: this.against })
  }

  /** One at a time: the next one only when this was answered, however many cuts later, and what followed lies on the table. */
  private async act(wish: Wish): Promise<void> {
    this.busy = this.unanswered = true
    await this.say(wish)
    this.unanswered = false
    this.settle()
  }

  private settle(): void {
    if (!this.showing && !this.queue.length && !this.unanswered) this.busy = false
  }

  // ---- what comes in

  private hear(message: Message): void {
    switch (message.type) {
      case 'welcome':
        return this.greet(message)
      case 'snapshot':
      case 'moved':
      case 'changed':
        return this.receive(message)
      case 'presence':
        return this.present(message.present, message.watchers)
      case 'reaction':
        return this.react(message.chair, message.reaction)
      case 'refused':
      case 'bye':
        if (message.type === 'bye' || message.id == null) this.trouble = message.code
        return
      default:
        return
    }
  }

  private greet(welcome: Welcome): void {
    this.trouble = null
    this.mine = welcome.chairs
    this.server = welcome.server
    this.ahead = welcome.now - Date.now()
    if (!welcome.resumed) this.have = null
    this.chair = welcome.chair
  }

  private receive(message: Shown): void {
    if (message.type === 'snapshot') {
      this.queue = []
      this.ahead = message.now - Date.now()
    } else if (this.have !== null && message.n <= this.have) return
    this.have = message.n
    this.queue.push(message)
    if (!this.showing) void this.show()
  }

  private async show(): Promise<void> {
    this.showing = true
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const message = next
      const stage = this.queue.length > BACKLOG ? at_once : this.stage
      await stage(() => this.apply(message), message)
    }
    this.showing = false
    this.settle()
  }

  private apply(message: Shown): void {
    this.against = message.n
    if (message.type === 'moved') this.moved(message)
    else {
      this.table = message.table
      if (message.type === 'snapshot') this.chair = message.chair
      if (message.type === 'snapshot' || message.position) this.place(message.position ?? null)
      this.fair(message.table)
    }
  }

  private place(position: Position | null): void {
    this.view = position?.view ?? null
    this.generic = position?.generic
    this.log = position ? position.view.log.map((entry, i) => ({ entry, text: position.said[i] ?? '' })) : []
  }

  private moved(message: Moved): void {
    if (!this.view || !this.table) return
    const faded = new Map((message.faded ?? []).map((line) => [line.entry.at, line]))
    this.log = [...this.log.map((line) => faded.get(line.entry.at) ?? line), message.line]
    this.view = {
      ...this.view,
      table: message.board,
      to_move: message.to_move,
      legal: message.legal,
      at: this.view.at + 1,
      log: this.log.map(({ entry }) => entry),
      ...('known' in message ? { known: message.known } : {}),
      ...('odds' in message ? { odds: message.odds } : {}),
      ...(message.result ? { result: message.result } : {}),
    }
    this.generic = message.generic
    const { deadline, undo, may_close } = message
    this.table = { ...this.table, deadline, undo, may_close }
  }

  private present(present: boolean[], watchers: number): void {
    if (!this.table) return
    const chairs = this.table.chairs.map((chair, i) => ({ ...chair, present: present[i] ?? chair.present }))
    this.table = { ...this.table, chairs, watchers }
  }

  private react(chair: number, reaction: Reaction): void {
    const key = ++this.reactionCount
    this.reactions = [...this.reactions, { key, chair, reaction }]
    setTimeout(() => (this.reactions = this.reactions.filter((shown) => shown.key !== key)), REACTION_SHOWN)
  }

  // ---- the fair deal: each of my chairs puts a number of its own into it

  private fair(table: Table): void {
    if (!table.fair || table.fair.again != null) return
    if (table.phase === 'committing' || table.phase === 'opening') {
      keepHere(`promise.${this.id}.${table.match.round}`, table.fair.commitment)
    }
    for (const chair of this.mine) {
      if (table.phase === 'committing' && !table.fair.committed.includes(chair)) this.commit(chair, table)
      if (table.phase === 'opening' && !table.fair.opened.includes(chair)) this.reveal(chair, table)
    }
  }

  private nonceKey(chair: number, round: number): string {
    return `nonce.${this.id}.${round}.${chair}`
  }

  private commit(chair: number, table: Table): void {
    const key = this.nonceKey(chair, table.match.round)
    if (this.answered.has(key)) return
    this.answered.add(key)
    const nonce = keptHere(key) ?? newNonce()
    keepHere(key, nonce)
    void this.connection.ask({ type: 'commit', chair, commitment: commitmentToNonce(nonce) })
  }

  private reveal(chair: number, table: Table): void {
    const key = this.nonceKey(chair, table.match.round)
    const nonce = keptHere(key)
    if (!nonce || this.answered.has(`${key}.open`)) return
    this.answered.add(`${key}.open`)
    void this.connection.ask({ type: 'open', chair, nonce })
  }

  /** What this window saw and said before the deal of a round. */
  testimony(round: number): { promised: string | null; nonces: string[] } {
    const chairs = this.chairs.map(({ chair }) => keptHere(this.nonceKey(chair, round)))
    return {
      promised: keptHere(`promise.${this.id}.${round}`),
      nonces: chairs.filter((nonce) => nonce !== null),
    }
  }
}
