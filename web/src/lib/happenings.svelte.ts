/**
 * What happens at a table besides moves: it stands in the log, and screen readers are told. The server keeps the notes of
 * a round; lost connections, reactions and new names are only known to the windows that were open.
 */
import type { Changed, Chair, Note, NoteKind, Reaction, Snapshot, Table } from './protocol'
import { chairNames } from './words'

export interface Happening {
  key: number
  /** After this many moves of the round. */
  at: number
  chair: number
  what: NoteKind | 'away' | 'here' | 'reaction' | 'renamed' | 'sat'
  reaction?: Reaction
  /** The name until then. */
  before?: string
}

/** A shorter break, as when a page is reloaded, is not worth mentioning. */
const AWAY_AFTER_MS = 3000

export class Happenings {
  all = $state.raw<Happening[]>([])
  /** Called with what is new. */
  onNew: (happening: Happening) => void = () => undefined
  private count = 0
  private round = 0
  private readonly leaving = new Map<number, ReturnType<typeof setTimeout>>()
  private readonly away = new Set<number>()

  /** Starts again, with what the server has kept of this round. */
  restart({ notes, table }: Snapshot): void {
    const kept = this.round === table.match.round ? this.all.filter(({ what }) => !isStored(what)) : []
    this.round = table.match.round
    const stored = notes.map(({ at, what, chair }: Note) => ({ key: ++this.count, at, what, chair }))
    this.all = [...kept, ...stored].sort((a, b) => a.at - b.at)
  }

  /** `before`: the table until then; `at`: the moves made so far. */
  change(message: Changed, before: Table | null, at: number): void {
    const { what, chair, table } = message
    if (what === 'dealt') this.clear(table.match.round)
    if (chair === null) return
    if (what === 'undone') this.add({ at, chair, what })
    if (what === 'taken-over') this.add({ at, chair, what: table.chairs[chair - 1]?.ended ?? 'left' })
    if (what === 'handed-back' && table.phase === 'playing') this.add({ at, chair, what: 'back' })
    if (what === 'stop') this.add({ at, chair, what })
    if (what === 'seat-taken' && !table.chairs[chair - 1]?.mine) this.add({ at, chair, what: 'sat' })
    if (what === 'renamed' && before) this.add({ at, chair, what, before: chairNames(before.chairs)[chair - 1] ?? '' })
  }

  react(chair: number, reaction: Reaction, at: number): void {
    this.add({ at, chair, what: 'reaction', reaction })
  }

  /** Who is connected now, by chair. */
  presence(chairs: readonly Chair[], present: readonly boolean[], at: () => number): void {
    for (const { chair, taken, mine, kind } of chairs) {
      if (kind === 'bot' || !taken || mine) continue
      if (present[chair - 1]) this.returned(chair, at())
      else if (!this.away.has(chair) && !this.leaving.has(chair)) {
        this.leaving.set(chair, setTimeout(() => this.gone(chair, at()), AWAY_AFTER_MS))
      }
    }
  }

  stop(): void {
    for (const timer of this.leaving.values()) clearTimeout(timer)
    this.leaving.clear()
  }

  private gone(chair: number, at: number): void {
    this.leaving.delete(chair)
    this.away.add(chair)
    this.add({ at, chair, what: 'away' })
  }

  private returned(chair: number, at: number): void {
    clearTimeout(this.leaving.get(chair))
    this.leaving.delete(chair)
    if (this.away.delete(chair)) this.add({ at, chair, what: 'here' })
  }

  private clear(round: number): void {
    this.round = round
    this.all = []
  }

  private add(happening: Omit<Happening, 'key'>): void {
    const added = { key: ++this.count, ...happening }
    this.all = [...this.all, added]
    this.onNew(added)
  }
}

function isStored(what: Happening['what']): boolean {
  return !['away', 'here', 'reaction', 'renamed', 'sat'].includes(what)
}
