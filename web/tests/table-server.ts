/** A server for one table, as far as the fair deal goes. It is honest; a test changes its fields to make it hostile. */
import { deck } from '../src/games/nummerus/deck'
import { facesOn } from '../src/games/nummerus/faces'
import { Problem, type Draw, type GameRecord, type Proof } from '../src/lib/api'
import { commitmentToNonce, commitmentToSeed, dealFrom, movedOn, newNonce, seatsFrom } from '../src/lib/fair-deal'
import { checkRound, type Finding } from '../src/lib/proof'
import type { Chair, Changed, FairDeal, Message, NummerusTable, Table, View } from '../src/lib/protocol'
import { Session } from '../src/lib/session.svelte'
import { FakeSocket } from './fake-socket'

type Request = Record<string, unknown> & { id: string }
const settled = () => new Promise((done) => setTimeout(done))
let tables = 0

/** Chair 1 is the page's. On chair 2 sits a friend of the server, whose numbers the server chooses. */
export class TableServer {
  readonly id = `hostile${String(++tables).padStart(5, '0')}`
  session: Session
  private socket: FakeSocket

  phase: Table['phase'] = 'waiting'
  round = 0
  rounds = 1
  randomSeats = true
  firstChair = 1
  /** What this round is drawn from. */
  seed = ''
  announced = ''
  draw = 1
  unopened: number[][] = []
  abandoned: Draw[] = []
  commitments: Array<string | null> = [null, null]
  nonces: Array<string | null> = [null, null]
  again: number | null = null
  /** The day whose public deal the table is for. */
  daily: string | null = null
  friend = newNonce()
  /** What the page is shown of the commitments; null: as they are. */
  shownCommitments: Array<string | null> | null | undefined
  order: number[] | null = null
  drawnWith: Draw | null = null
  deal: string[] = []
  moves: string[] = []
  records = new Map<number, GameRecord>()
  /** What the page is told of the scheme, of its chair, and of which round of a match it is; null: the truth. */
  scheme = 2
  mine = 1
  shownNumber: number | null = null
  /** The page is told nothing of the draw. */
  silent = false
  /** The page hears nothing. */
  quiet = false
  private n = 0

  constructor() {
    ;[this.session, this.socket] = this.connect()
  }

  private connect(): [Session, FakeSocket] {
    const socket = new FakeSocket()
    const session = new Session(this.id, () => socket)
    session.start()
    socket.onopen?.()
    session.witness.readBoards(facesOn)
    return [session, socket]
  }

  /** The page is loaded again, in the same tab. */
  async reload(): Promise<void> {
    ;[this.session, this.socket] = this.connect()
    await this.come()
  }

  /** Welcome, and everything as it stands. */
  async come(): Promise<void> {
    this.tell({ type: 'welcome', protocol: 1, server: '1', chairs: [1], chair: 1, resumed: false, now: 0 })
    this.tell({ type: 'snapshot', n: ++this.n, chair: 1, table: this.table(), position: this.position(), notes: [], now: 0 })
    await settled()
  }

  // ---- the steps of a round

  async prepare(): Promise<void> {
    this.phase = 'committing'
    this.round += 1
    this.abandoned = []
    this.unopened = []
    this.again = null
    this.moves = []
    this.draw = 0
    await this.newDraw('preparing')
  }

  /** Another draw of the same round, without those who did not open. */
  async redraw(...unopened: number[]): Promise<void> {
    this.abandoned.push(this.drawn())
    this.unopened.push(unopened)
    this.phase = 'committing'
    await this.newDraw('redrawn')
  }

  private async newDraw(what: Changed['what']): Promise<void> {
    this.draw += 1
    this.seed = newNonce()
    this.announced = commitmentToSeed(this.seed)
    this.friend = newNonce()
    this.commitments = [null, null]
    this.nonces = [null, null]
    await this.change(what)
  }

  /** Both commit; `friend: false`: chair 2 takes no part. */
  async commit({ friend = true } = {}): Promise<void> {
    const asked = this.last('commit')
    if (asked && !this.commitments[0]) {
      this.commitments[0] = String(asked['commitment'])
      await this.change('committed', asked.id)
    }
    if (friend) this.commitments[1] = commitmentToNonce(this.friend)
  }

  async opening(): Promise<void> {
    this.phase = 'opening'
    await this.change('opening')
  }

  /** Both open, as far as they do; `friend: false`: chair 2 does not. */
  async open({ friend = true } = {}): Promise<void> {
    const asked = this.last('open')
    if (asked) {
      this.nonces[0] = String(asked['nonce'])
      await this.change('opened', asked.id)
    }
    if (friend && this.commitments[1]) this.nonces[1] = this.friend
  }

  async dealt(): Promise<void> {
    this.phase = 'playing'
    if (this.again === null) this.seat()
    this.deal = dealFrom(deck, this.seed, this.nonces)
    await this.change('dealt')
  }

  private seat(): void {
    if (this.order && this.number > 1) this.order = movedOn(this.order, 1)
    else if (this.randomSeats) {
      this.drawnWith = this.drawn()
      this.order = seatsFrom(this.seed, this.nonces)
    } else this.order = this.order ? movedOn(this.order, 1) : movedOn([1, 2], this.firstChair - 1)
  }

  async playOut(...moves: string[]): Promise<void> {
    for (const move of moves) {
      this.moves.push(move)
      const entry = { at: this.moves.length, seat: 1, move, told: {} }
      const more = { to_move: 1, legal: [], deadline: null, undo: null, may_close: false }
      this.tell({ type: 'moved', n: ++this.n, line: { entry, text: move }, by: 'person', board: this.board(), ...more })
    }
    this.phase = 'over'
    this.records.set(this.round, this.record())
    await this.change('over')
  }

  /** A whole honest round; `before` each step a test may interfere. */
  async playRound(before: Interference = {}): Promise<void> {
    const steps: Record<Step, () => Promise<void>> = {
      prepare: () => this.prepare(),
      commit: () => this.commit(),
      opening: () => this.opening(),
      open: () => this.open(),
      dealt: () => this.dealt(),
      over: () => this.playOut('take 1', 'take 2'),
      checked: () => Promise.resolve(),
    }
    for (const [step, take] of Object.entries(steps)) {
      await before[step as Step]?.(this)
      await take()
    }
  }

  /** The same deal again, as everybody wants it. */
  async playAgain(): Promise<void> {
    this.again ??= this.round
    this.round += 1
    this.moves = []
    await this.dealt()
    await this.playOut('take 3')
  }

  // ---- what the page finds

  async check(): Promise<Finding[]> {
    return checkRound(this.round, this.session.witness, deck, (round) => {
      const found = this.records.get(round)
      return found ? Promise.resolve(found) : Promise.reject(new Problem('not-found'))
    })
  }

  /** What is wrong: `check: reason`. */
  async faults(): Promise<string[]> {
    return (await this.check()).filter(({ good }) => good === false).map(({ check, reason }) => `${check}: ${reason}`)
  }

  get proof(): Proof {
    return this.records.get(this.round)?.proof as Proof
  }

  sent(type: string): Request[] {
    return this.socket.sent.filter((request) => request['type'] === type) as Request[]
  }

  last(type: string): Request | undefined {
    return this.sent(type).at(-1)
  }

  async refuse(type: string, code: 'too-late' | 'committed-already'): Promise<void> {
    this.tell({ type: 'refused', id: this.last(type)?.id ?? null, code, details: {} })
    await settled()
  }

  // ---- messages

  tell(message: Message): void {
    if (!this.quiet) this.socket.say(message)
  }

  async change(what: Changed['what'], ref?: string): Promise<void> {
    const position = what === 'dealt' ? { position: this.position() } : {}
    const answer = ref === undefined ? {} : { ref }
    this.tell({ type: 'changed', n: ++this.n, what, chair: null, table: this.table(), ...answer, ...position } as Message)
    await settled()
  }

  private get number(): number {
    return ((this.round - 1) % this.rounds) + 1
  }

  private table(): Table {
    const chairs = [1, 2].map((chair) => ({
      chair, seat: this.order ? this.order.indexOf(chair) + 1 : null, kind: 'person', taken: true, name: `P${chair}`,
      level: null, mine: chair === this.mine, present: true, bot_plays: false, ended: null,
    })) as Chair[]
    return {
      phase: this.phase, chairs, host: true, fair: this.round && !this.silent ? this.fair() : null,
      setup: { game: 'nummerus', players: 2, options: {}, random_seats: this.randomSeats, first_chair: this.firstChair, rounds: this.rounds, daily: this.daily },
      match: { round: this.round, number: this.shownNumber ?? this.number, rounds: this.rounds, points: [0, 0], ranks: null, results: [] },
      vote: null, again: null, deadline: null, undo: null, help: false, may_close: false, watchers: 0, notice: null,
    } as unknown as Table
  }

  private fair(): FairDeal {
    const preparing = this.phase === 'committing' || this.phase === 'opening'
    const chairs = (list: Array<string | null>) => list.flatMap((item, i) => (item ? [i + 1] : []))
    const list = this.shownCommitments === undefined ? this.commitments : this.shownCommitments
    return {
      scheme: this.scheme, commitment: this.announced, until: null, draw: this.draw, unopened: this.unopened, again: this.again,
      committed: chairs(this.commitments), opened: chairs(this.nonces),
      commitments: this.phase === 'committing' ? null : list,
      nonces: preparing ? null : this.nonces, seed: this.phase === 'over' ? this.seed : null,
    }
  }

  private board(): NummerusTable {
    const taken = this.moves.map((move) => move.slice(5))
    const fields = this.deal.map((pawn) => (pawn === '0' || taken.includes(pawn) ? null : Number(pawn)))
    return { fields } as NummerusTable
  }

  private position(): { view: View; said: string[] } | null {
    if (this.phase !== 'playing' && this.phase !== 'over') return null
    const log = this.moves.map((move, i) => ({ at: i + 1, seat: 1, move, told: {} }))
    const view = { game: 'nummerus', players: 2, options: {}, seat: 1, to_move: 1, at: 0, table: this.board(), legal: [], log }
    return { view: { ...view, result: null } as unknown as View, said: this.moves }
  }

  /** The present draw, as a record tells it. */
  drawn(): Draw {
    const { announced, seed, commitments, nonces } = this
    return { commitment: announced, seed, commitments: [...commitments], nonces: [...nonces] }
  }

  private record(): GameRecord {
    const first = this.drawnWith?.seed === this.seed
    const moved = this.number - 1
    const later = first || !this.drawnWith ? {} : { moved_on: moved, draw: this.drawnWith }
    const from = this.firstChair - 1 + this.round - 1
    const fixed = from ? { moved_on: from } : {}
    const seats: Proof['seats'] = this.randomSeats ? { by: 'drawn', ...later } : { by: 'fixed', ...fixed }
    const again = this.again === null ? {} : { again: this.again }
    const order = [...(this.order ?? [])]
    const proof: Proof = { scheme: 2, ...this.drawn(), order, seats, abandoned: structuredClone(this.abandoned), ...again }
    return { game: 'nummerus', players: 2, deal: this.deal.map(Number), moves: [...this.moves], proof }
  }
}

export type Step = 'prepare' | 'commit' | 'opening' | 'open' | 'dealt' | 'over' | 'checked'

export type Interference = Partial<Record<Step, (server: TableServer) => void | Promise<void>>>

/** A table at which the page has just arrived. */
export async function table(changes: Partial<TableServer> = {}): Promise<TableServer> {
  const server = Object.assign(new TableServer(), changes)
  await server.come()
  return server
}

/** What the page finds wrong after one round. */
export async function faultsOf(interference: Interference, changes: Partial<TableServer> = {}): Promise<string[]> {
  const server = await table(changes)
  await server.playRound(interference)
  return server.faults()
}
