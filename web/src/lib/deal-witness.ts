/**
 * What this window saw and said before each deal, kept so that it can check everything at the end (proof.ts), and its own
 * part in the draw: it commits to a nonce for each of its chairs, and opens it only after it has seen the commitments of
 * all chairs, its own among them. What it saw first counts; whatever changes later is a breach.
 */
import { commitmentToNonce, newNonce } from './fair-deal'
import type { Changed, FairDeal, Moved, Snapshot, Table } from './protocol'
import type { Answer, RequestBody } from './socket'
import { savedInTab, saveInTab } from './storage'

/** What a server cannot do honestly, noticed while it happened. */
export type Breach =
  | 'no-draw'
  | 'announcement-changed'
  | 'commitments-changed'
  | 'own-replaced'
  | 'redraw-unexplained'
  | 'falsely-blamed'
  | 'seats-changed'
  | 'same-deal-unasked'
  | 'other-deal-again'
  | 'round-missing'

/** One draw as this window saw it. */
export interface SeenDraw {
  /** The server's, as it was first seen. */
  commitment: string
  /** Of all chairs, as the list was first seen. */
  commitments: Array<string | null> | null
  /** My nonces, by chair. */
  nonces: Record<number, string>
  /** My chairs whose commitment the server has confirmed. */
  confirmed: number[]
  /** My chairs whose nonce was sent, and those of which the server has confirmed that it came. */
  sent: number[]
  opened: number[]
}

/** A face that was seen: of the card at this place of the deal, from 0. `up`: it is the side that lay up in the pile. */
export interface SeenFace {
  place: number
  face: string
  up?: boolean
}

/** How the table was opened, as this window first saw it: that never changes. */
export interface Opened {
  randomSeats: boolean
  /** Who begins the first round where seats are not drawn. */
  firstChair: number
  /** How many rounds make a match. */
  rounds: number
  /** The day whose public deal the table was opened for, and whether it is that day's puzzle. */
  daily: string | null
  puzzle: boolean
}

/** One round as this window saw it. */
export interface Testimony {
  round: number
  scheme: number
  /** My chairs, now and when the draw began. */
  mine: number[]
  held: number[]
  opened: Opened
  /** Which round of its match it is, from 1. */
  number: number
  /** By draw; null for one that was over before this window came. */
  draws: Array<SeenDraw | null>
  /** By abandoned draw: who did not open, as the server said at once. */
  unopened: number[][]
  /** By seat, the chair; in this round and in the one before. */
  order: number[] | null
  before: number[] | null
  /** The round whose deal is played again. */
  again: number | null
  /** What I asked for after this round: the same deal again, or a new one. */
  wanted: boolean | null
  moves: string[] | null
  faces: SeenFace[]
  over: boolean
  breaches: Breach[]
}

/** The present scheme of a proof (docs/fair-deals.md). */
export const SCHEME = 2

export type FacesOf = (board: never) => SeenFace[]

const sameList = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>) =>
  one.length === other.length && one.every((item, i) => item === other[i])

export class Witness {
  private rounds = new Map<number, Testimony>()
  private present: number | null = null
  private requested = new Set<string>()
  private facesOf: FacesOf | null = null
  private boards: unknown[] = []

  constructor(
    private readonly table: string,
    private readonly request: (body: RequestBody) => Promise<Answer>,
    /** Called with every new breach. */
    private readonly alarm: (breach: Breach) => void = () => undefined,
  ) {}

  /** What this window can say about a round; of the same deal again: about the round in which it was drawn. */
  testimony(round: number): Testimony | null {
    const seen = this.find(round)
    const drawn = seen?.again == null ? null : this.find(seen.again)
    return seen && seen.again !== null ? { ...seen, draws: drawn?.draws ?? [], unopened: drawn?.unopened ?? [] } : seen
  }

  /** Earlier rounds into which this window put a nonce, and whose end it did not see. */
  unfinished(before: number): number[] {
    const rounds = Array.from({ length: Math.max(0, before - 1) }, (_, i) => i + 1)
    return rounds.filter((round) => {
      const seen = this.find(round)
      return seen !== null && !seen.over && seen.draws.some((draw) => draw !== null && draw.sent.length > 0)
    })
  }

  /** Which faces a board of this game shows. Boards that came before are looked at now. */
  readBoards(facesOf: FacesOf | undefined): void {
    if (!facesOf) return
    this.facesOf = facesOf
    for (const board of this.boards.splice(0)) this.look(board)
  }

  /** I want another round: the same deal again, or a new one. */
  want(sameDeal: boolean): void {
    this.change((seen) => (seen.wanted = sameDeal))
  }

  /** Everything that comes from the table passes here first, in order. */
  see(message: Snapshot | Moved | Changed): void {
    if (message.type === 'moved') this.seeMove(message)
    else {
      if (message.type === 'changed') this.seeNextRound(message.table)
      this.seeTable(message.table)
      if (message.type === 'changed' && message.what === 'dealt') this.seeDealt(message.table)
      // The end shows everything again; what counts is what was seen before. A reader who missed it has only the snapshot.
      const phases = message.type === 'snapshot' ? ['playing', 'over'] : ['playing']
      if (message.position && phases.includes(message.table.phase)) {
        const { log, table } = message.position.view
        this.change((seen) => (seen.moves = log.map(({ move }) => move)))
        this.look(table)
      }
    }
  }

  private seeMove(message: Moved): void {
    this.change((seen) => seen.moves?.push(message.line.entry.move))
    this.look(message.board)
  }

  private look(board: unknown): void {
    if (!this.facesOf) {
      this.boards.push(board)
      return
    }
    const found = this.facesOf(board as never)
    this.change((seen) => {
      const known = new Set(seen.faces.map(({ place, face, up }) => `${place} ${face} ${up}`))
      seen.faces.push(...found.filter(({ place, face, up }) => !known.has(`${place} ${face} ${up}`)))
    })
  }

  /** Everything is told in order, so a window that was there has seen the end of a round before the next one. */
  private seeNextRound({ match }: Table): void {
    const dropped = this.present !== null && this.unfinished(match.round).includes(this.present)
    if (dropped) this.change((seen) => this.breach(seen, 'round-missing'))
  }

  private seeTable(table: Table): void {
    const { fair, match, phase } = table
    const opened = this.opened(table)
    if (!match.round) return
    if (this.present !== match.round) this.boards = []
    this.present = match.round
    const seen = this.find(match.round) ?? this.begin(table, opened)
    seen.mine = table.chairs.filter(({ mine }) => mine).map(({ chair }) => chair)
    if (!fair) this.breach(seen, 'no-draw')
    else if (fair.again != null) this.seeAgain(seen, fair.again, match.round)
    else if (phase === 'committing' || phase === 'opening') this.takePart(seen, fair, table)
    if (phase === 'playing' || phase === 'over') this.seeSeats(seen, table)
    if (phase === 'over') seen.over = true
    this.keep(match.round)
  }

  /** What was promised before anybody sat down; kept, because the seats and the deal are judged by it. */
  private opened({ setup, match }: Table): Opened {
    const kept = savedInTab(this.place('opened'))
    if (kept !== null) return JSON.parse(kept) as Opened
    const { random_seats = true, first_chair = 1, daily = null, puzzle = false } = setup
    const opened = { randomSeats: random_seats, firstChair: first_chair, rounds: match.rounds, daily, puzzle }
    saveInTab(this.place('opened'), JSON.stringify(opened))
    return opened
  }

  /** Which round of its match it is. Only a window that missed what came before has to believe the server. */
  private numberOf({ match }: Table, rounds: number): number {
    if (match.round === 1) return 1
    const before = this.find(match.round - 1)
    const last = before?.again == null ? before : this.find(before.again)
    return last ? (last.number % rounds) + 1 : match.number
  }

  private begin(table: Table, opened: Opened): Testimony {
    const seen: Testimony = {
      round: table.match.round,
      mine: [],
      held: [],
      scheme: table.fair?.scheme ?? SCHEME,
      opened,
      number: this.numberOf(table, opened.rounds),
      draws: [],
      unopened: [],
      order: null,
      before: this.find(table.match.round - 1)?.order ?? null,
      again: null,
      wanted: null,
      moves: null,
      faces: [],
      over: false,
      breaches: [],
    }
    this.rounds.set(table.match.round, seen)
    return seen
  }

  private seeAgain(seen: Testimony, again: number, round: number): void {
    seen.again ??= again
    const before = this.find(round - 1)
    if (before?.wanted === false) this.breach(seen, 'same-deal-unasked')
    const earlier = again < round && (!before || again === (before.again ?? before.round))
    if (!earlier || again !== seen.again) this.breach(seen, 'other-deal-again')
  }

  /** A browser that was there when the cards were dealt has seen the draw before. */
  private seeDealt(table: Table): void {
    const seen = this.find(table.match.round)
    if (seen && table.fair?.again == null && !seen.draws.at(-1)?.commitments) this.breach(seen, 'no-draw')
  }

  private seeSeats(seen: Testimony, table: Table): void {
    const seated = table.chairs.filter(({ seat }) => seat !== null).sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0))
    if (seated.length !== table.chairs.length) return
    const order = seated.map(({ chair }) => chair)
    seen.order ??= order
    // I may lose a chair, or get one more; but I do not find myself on another one instead.
    const { held = [] } = (seen.again === null ? seen : this.find(seen.again)) ?? {}
    const moved = held.some((chair) => !seen.mine.includes(chair)) && seen.mine.some((chair) => !held.includes(chair))
    if (moved || !sameList(seen.order, order)) this.breach(seen, 'seats-changed')
  }

  // ---- the draw: each of my chairs puts a number of its own into it

  private takePart(seen: Testimony, fair: FairDeal, table: Table): void {
    seen.scheme = SCHEME
    if (!seen.held.length) seen.held = seen.mine
    const number = fair.draw ?? 1
    if (number < seen.draws.length) return this.breach(seen, 'announcement-changed')
    this.seeRedraws(seen, fair)
    while (seen.draws.length < number) seen.draws.push(null)
    const draw = (seen.draws[number - 1] ??= newDraw(fair.commitment))
    if (draw.commitment !== fair.commitment) return this.breach(seen, 'announcement-changed')
    const key = `${table.match.round}.${number}`
    if (table.phase === 'committing') {
      if (draw.commitments) return this.breach(seen, 'commitments-changed')
      const aside = (fair.unopened ?? []).flat()
      for (const chair of seen.mine) if (!aside.includes(chair)) this.commit(draw, fair, chair, `${key}.${chair}`)
      return
    }
    const list = fair.commitments
    if (!list || list.length !== table.chairs.length) return this.breach(seen, 'commitments-changed')
    draw.commitments ??= list
    if (!sameList(draw.commitments, list)) return this.breach(seen, 'commitments-changed')
    for (const chair of seen.mine) this.open(seen, draw, fair, chair, `${key}.${chair}.open`)
  }

  /** A draw is abandoned only because somebody had committed and did not open. */
  private seeRedraws(seen: Testimony, fair: FairDeal): void {
    const unopened = fair.unopened ?? []
    if (unopened.length !== (fair.draw ?? 1) - 1) this.breach(seen, 'redraw-unexplained')
    for (const [i, chairs] of unopened.entries()) {
      const draw = seen.draws[i] ?? null
      const told = (seen.unopened[i] ??= chairs)
      const explained = chairs.length > 0 && sameList(told, chairs)
      const committed = chairs.every((chair) => draw?.commitments == null || draw.commitments[chair - 1] != null)
      if (!explained || !committed) this.breach(seen, 'redraw-unexplained')
      if (chairs.some((chair) => draw?.opened.includes(chair))) this.breach(seen, 'falsely-blamed')
    }
  }

  private commit(draw: SeenDraw, fair: FairDeal, chair: number, key: string): void {
    if (this.requested.has(key) || fair.committed.includes(chair)) return
    this.requested.add(key)
    const nonce = (draw.nonces[chair] ??= newNonce())
    this.save()
    void this.request({ type: 'commit', chair, commitment: commitmentToNonce(nonce) }).then((answer) => {
      if (answer.ok) draw.confirmed.push(chair)
      // Another window or device with this chair was first: its nonce counts.
      else if (answer.code === 'committed-already') delete draw.nonces[chair]
      this.save()
    })
  }

  private open(seen: Testimony, draw: SeenDraw, fair: FairDeal, chair: number, key: string): void {
    const nonce = draw.nonces[chair]
    if (!nonce || this.requested.has(key) || fair.opened.includes(chair)) return
    if (draw.commitments?.[chair - 1] !== commitmentToNonce(nonce)) {
      if (draw.confirmed.includes(chair)) this.breach(seen, 'own-replaced')
      return
    }
    this.requested.add(key)
    if (!draw.sent.includes(chair)) draw.sent.push(chair)
    this.save()
    void this.request({ type: 'open', chair, nonce }).then((answer) => {
      if (answer.ok) draw.opened.push(chair)
      this.save()
    })
  }

  // ---- keeping

  private breach(seen: Testimony, breach: Breach): void {
    if (seen.breaches.includes(breach)) return
    seen.breaches.push(breach)
    this.alarm(breach)
  }

  private find(round: number): Testimony | null {
    const found = this.rounds.get(round)
    if (found) return found
    const kept = savedInTab(this.place(round))
    if (kept === null) return null
    const seen = JSON.parse(kept) as Testimony
    this.rounds.set(round, seen)
    return seen
  }

  private change(how: (seen: Testimony) => void): void {
    const seen = this.present === null ? null : this.find(this.present)
    if (!seen) return
    how(seen)
    this.save()
  }

  private save(): void {
    if (this.present !== null) this.keep(this.present)
  }

  private keep(round: number): void {
    saveInTab(this.place(round), JSON.stringify(this.rounds.get(round)))
  }

  private place(part: number | 'opened'): string {
    return `witness.${this.table}.${part}`
  }
}

function newDraw(commitment: string): SeenDraw {
  return { commitment, commitments: null, nonces: {}, confirmed: [], sent: [], opened: [] }
}
