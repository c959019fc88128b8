/**
 * One table as this window sees it. Messages arrive over a `Connection`. They are shown in order, one after the other;
 * `present` may take its time to animate each.
 */
import { Happenings } from './happenings.svelte'
import { locale } from './locale.svelte'
import type {
  Changed, GenericBoard, LogLine, Message, Moved, Position, Reaction, Snapshot, Table, View, Welcome,
} from './protocol'
import type { Pacing } from './pacing'
import { Connection, type Answer, type ConnectionState, type RequestBody, type Socket } from './socket'
import { linesSince } from './traces'
import { Witness, type Breach } from './deal-witness'

/** A position as this window was shown it. */
export type Kept = Pick<View, 'table' | 'known' | 'odds' | 'to_move'> & { generic: GenericBoard | undefined }

type Shown = Snapshot | Moved | Changed
/** Shows a change: calls `apply` once, and resolves when the next change may be shown. */
export type Present = (apply: () => void, message: Shown) => Promise<void>

/** With more events waiting than this, nothing is animated: a round of several bots is less. */
const MAX_ANIMATED_BACKLOG = 30
const REACTION_SHOWN_MS = 4000
const immediately: Present = (apply) => {
  apply()
  return Promise.resolve()
}

export class Session {
  connectionState = $state<ConnectionState>('connecting')
  /** Why we are kept out, as a code. */
  error = $state<string | null>(null)
  table = $state.raw<Table | null>(null)
  view = $state.raw<View | null>(null)
  /** The position in words, of a game that has no board of its own. */
  generic = $state.raw<GenericBoard | undefined>()
  log = $state.raw<LogLine[]>([])
  /** By number of moves: the positions since my last move. They are forgotten with the seat that saw them. */
  kept = $state.raw<ReadonlyMap<number, Kept>>(new Map())
  chair = $state<number | null>(null)
  mine = $state.raw<number[]>([])
  /** Nothing can be played now: a move waits for its answer, or changes are still being shown. */
  busy = $state(false)
  /** The server has not answered yet. */
  unanswered = $state(false)
  reactions = $state.raw<Array<{ key: number; chair: number; reaction: Reaction }>>([])
  /** The last refusal, to be shown to the player. */
  refused = $state.raw<{ code: string; details: Record<string, unknown> } | null>(null)
  /** The first thing the server did to a deal that an honest one never does. */
  breach = $state<Breach | null>(null)
  /** By how many milliseconds the server's clock is ahead of ours. */
  ahead = 0
  present: Present = immediately
  /** The pauses between what others do, if any. */
  pacing: Pacing | null = null
  server = $state<string | null>(null)

  /** The number of the last event that was received, and of the last one that is shown. */
  private received: number | null = null
  private shown = 0
  private queue: Shown[] = []
  private presenting = false
  readonly happenings = new Happenings()
  private connection: Connection
  private reactionCount = 0
  /** Remembers what was promised before the deal, and adds the numbers of my chairs to it. */
  readonly witness: Witness

  constructor(
    readonly id: string,
    open: () => Socket,
  ) {
    this.connection = new Connection({
      open,
      hello: () => ({ table: this.id, chair: this.chair, have: this.received, lang: locale.now }),
      onMessage: (message) => this.dispatch(message),
      onState: (state) => (this.connectionState = state),
    })
    this.witness = new Witness(
      id,
      (body) => this.connection.request(body),
      (breach) => (this.breach ??= breach),
    )
  }

  start(): void {
    this.connection.open()
  }

  stop(): void {
    this.happenings.stop()
    this.connection.close()
  }

  reconnect(): void {
    this.connection.reconnect()
  }

  /** The seat whose view is shown; null: a watcher's, or nothing has been dealt yet. */
  get seat(): number | null {
    return this.chairs.find(({ chair }) => chair === this.chair)?.seat ?? null
  }

  get chairs(): Table['chairs'] {
    return this.table?.chairs ?? []
  }

  get legal(): string[] {
    return this.busy || this.connectionState === 'closed' ? [] : (this.view?.legal ?? [])
  }

  look(chair: number | null): void {
    this.received = null
    this.connection.look(chair, locale.now)
  }

  /** Sends a request whose refusal the caller shows. */
  ask(body: RequestBody): Promise<Answer> {
    return this.connection.request(body)
  }

  /** Sends a request; a refusal is shown to the player. */
  async send(body: RequestBody): Promise<Answer> {
    return this.told(await this.ask(body))
  }

  /** Shows a refusal. */
  private told(answer: Answer): Answer {
    if (!answer.ok && answer.code !== 'closed') this.refused = answer
    return answer
  }

  /** Asks for another round, for all my chairs. */
  playAgain(sameDeal: boolean): void {
    this.witness.want(sameDeal)
    for (const chair of this.mine) void this.send({ type: 'again', chair, same_deal: sameDeal })
  }

  async play(move: string): Promise<void> {
    if (this.busy || this.chair === null) return
    this.told(await this.act({ type: 'play', chair: this.chair, against: this.shown, move }))
  }

  /** Takes the last action back; the caller shows a refusal. */
  async undo(): Promise<Answer | null> {
    const chair = this.table?.undo != null && this.mine.includes(this.table.undo) ? this.table.undo : this.chair
    if (this.busy || chair === null) return null
    return this.act({ type: 'undo', chair, against: this.shown })
  }

  /** One action at a time: the next one only when this one was answered and all that followed from it is shown. */
  private async act(body: RequestBody): Promise<Answer> {
    this.busy = this.unanswered = true
    const answer = await this.ask(body)
    this.unanswered = false
    this.settle()
    return answer
  }

  private settle(): void {
    if (!this.presenting && !this.queue.length && !this.unanswered) this.busy = false
  }

  // ---- messages from the server

  private dispatch(message: Message): void {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message)
      case 'snapshot':
      case 'moved':
      case 'changed':
        return this.receive(message)
      case 'presence':
        return this.setPresence(message.present, message.watchers)
      case 'reaction':
        return this.addReaction(message.chair, message.reaction)
      case 'refused':
      case 'bye':
        if (message.type === 'bye' || message.id == null) this.error = message.code
        return
      default:
        return
    }
  }

  private welcome(welcome: Welcome): void {
    this.error = null
    this.mine = welcome.chairs
    this.server = welcome.server
    this.ahead = welcome.now - Date.now()
    if (!welcome.resumed) this.received = null
    this.chair = welcome.chair
  }

  private receive(message: Shown): void {
    if (message.type === 'snapshot') {
      this.queue = []
      this.ahead = message.now - Date.now()
    } else if (this.received !== null && message.n <= this.received) return
    this.received = message.n
    this.witness.see(message)
    this.queue.push(message)
    if (!this.presenting) void this.presentAll()
  }

  private async presentAll(): Promise<void> {
    this.presenting = true
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const message = next
      if (this.queue.length <= MAX_ANIMATED_BACKLOG && this.byOther(message)) await this.pauseBefore(message)
      const present = this.queue.length > MAX_ANIMATED_BACKLOG ? immediately : this.present
      await present(() => this.apply(message), message)
    }
    this.presenting = false
    this.pacing?.caughtUp()
    this.settle()
  }

  /** Shows at once what others have done, without any more pauses. */
  hurry(): void {
    if (this.presenting) this.pacing?.hurry()
  }

  private byOther(message: Shown): message is Moved {
    return message.type === 'moved' && !this.chairs.some(({ mine, bot_plays, seat }) => mine && !bot_plays && seat === message.line.entry.seat)
  }

  /** Meanwhile nothing can be played or taken back: the table is further on than what is shown. */
  private async pauseBefore({ deadline }: Moved): Promise<void> {
    if (!this.pacing) return
    const remaining = this.pacing.remaining(this.queue.length, deadline !== null)
    if (remaining > 0) {
      this.busy = true
      await this.pacing.pause(remaining)
    }
    this.pacing.shown()
  }

  private apply(message: Shown): void {
    this.shown = message.n
    if (message.type === 'moved') this.applyMove(message)
    else {
      const before = this.table
      this.table = message.table
      if (message.type === 'snapshot') this.happenings.restart(message)
      if (message.type === 'snapshot') {
        this.chair = message.chair
        this.mine = message.table.chairs.filter(({ mine }) => mine).map(({ chair }) => chair)
      }
      if (message.type === 'snapshot' || message.position) this.setPosition(message.position ?? null)
      if (message.type === 'changed') this.happenings.change(message, before, this.view?.at ?? 0)
    }
  }

  private setPosition(position: Position | null): void {
    this.view = position?.view ?? null
    this.generic = position?.generic
    this.log = position ? position.view.log.map((entry, i) => ({ entry, text: position.said[i] ?? '' })) : []
    this.kept = new Map()
    this.keep()
  }

  /** Remembers the position, and forgets those before my last move. */
  private keep(): void {
    if (!this.view) return
    const { at, table, known, odds, to_move } = this.view
    const first = linesSince(this.log, this.seat)[0]?.entry.at ?? at + 1
    const position: Kept = { table, known, odds, to_move, generic: this.generic }
    this.kept = new Map([...this.kept, [at, position] as const].filter(([number]) => number >= first - 1))
  }

  private applyMove(message: Moved): void {
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
    this.keep()
    const { deadline, undo, may_close } = message
    this.table = { ...this.table, deadline, undo, may_close }
  }

  private setPresence(present: boolean[], watchers: number): void {
    if (!this.table) return
    const chairs = this.table.chairs.map((chair, i) => ({ ...chair, present: present[i] ?? chair.present }))
    this.table = { ...this.table, chairs, watchers }
    if (this.table.phase !== 'void') this.happenings.presence(chairs, present, () => this.view?.at ?? 0)
  }

  private addReaction(chair: number, reaction: Reaction): void {
    const key = ++this.reactionCount
    this.reactions = [...this.reactions, { key, chair, reaction }]
    this.happenings.react(chair, reaction, this.view?.at ?? 0)
    setTimeout(() => (this.reactions = this.reactions.filter((shown) => shown.key !== key)), REACTION_SHOWN_MS)
  }
}
