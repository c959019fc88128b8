/** Tells screen readers what happens, plays sounds and sends notifications. */
import type { Happening } from '../lib/happenings.svelte'
import type { Changed, Moved, Snapshot } from '../lib/protocol'
import { notify } from '../lib/notifications'
import type { Session } from '../lib/session.svelte'
import { playSound } from '../lib/sound'
import { chairNames, gameName, joinNames } from '../lib/words'
import { m } from '../paraglide/messages.js'
import { inWords, wishes } from './happenings-in-words'

/** How long a notice stays on the screen. */
const SHOWN_MS = 6000
/** How long it takes to read it out. */
const READING_MS = 3000

export class Announcer {
  news = $state('')
  /** Also shown on the screen, for a while. */
  notice = $state('')
  private turn: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private watching = false
  /** What a screen reader may not have read yet: a move that follows at once must not replace it. */
  private unread = ''
  private reading: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly session: Session) {
    session.happenings.onNew = (happening) => this.happened(happening)
  }

  /** Says something that is no move; it is also shown, unless it stands elsewhere on the screen. */
  private happened(happening: Happening): void {
    if (!this.session.table) return
    this.news = this.unread = inWords(happening, this.session.table)
    clearTimeout(this.reading)
    this.reading = setTimeout(() => (this.unread = ''), READING_MS)
    if (happening.what !== 'reaction' && happening.what !== 'stop') this.show(this.news)
  }

  /** Says that the connection is lost, or back. */
  connection(words: string): void {
    this.news = words
  }

  private say(words: string): void {
    this.news = words
    this.show(words)
  }

  private show(words: string): void {
    this.notice = words
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.notice = ''), SHOWN_MS)
  }

  tell(message: Snapshot | Moved | Changed): void {
    if (message.type === 'moved') {
      this.news = `${this.unread} ${message.line.text}`.trim()
      playSound('move')
    }
    if (message.type === 'changed' && message.what === 'over') playSound('over')
    if (message.type === 'changed' && message.what === 'again') this.news = wishes(message.table).join(' ')
    if (message.type === 'snapshot') this.announceWatching()
    if (message.type === 'changed' && message.what === 'vote-failed') this.say(m.page_vote_failed())
    else if (message.type === 'changed' && message.what === 'redrawn') this.say(this.redrawn(message))
    this.announceTurn()
  }

  /** Once, when somebody without a seat sees the game. */
  private announceWatching(): void {
    const { mine, view } = this.session
    if (this.watching || mine.length || !view) return
    this.watching = true
    this.news = m.page_you_watch()
  }

  private redrawn({ table }: Changed): string {
    const names = chairNames(table.chairs)
    const unopened = table.fair?.unopened?.at(-1) ?? []
    return m.page_redrawn({ players: joinNames(unopened.map((chair) => names[chair - 1] ?? '')) })
  }

  private announceTurn(): void {
    const { view, chairs, table } = this.session
    const mover = chairs.find(({ seat }) => seat !== null && seat === view?.to_move)
    const turn = mover && view ? `${table?.match.round}:${mover.chair}` : null
    if (turn === this.turn) return
    this.turn = turn
    if (!mover) return
    const mine = mover.mine && !mover.bot_plays
    const name = chairNames(chairs)[mover.chair - 1] ?? ''
    const words = m.player_turn({ player: mine && this.session.mine.length === 1 ? '@you' : name })
    this.news = `${this.news} ${words}`.trim()
    if (!mine) return
    playSound('turn')
    notify(gameName(table?.setup.game ?? '', table?.setup.options), words)
  }
}
