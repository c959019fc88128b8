/** Tells screen readers what happens, plays sounds and sends notifications. */
import type { Changed, Moved, Snapshot } from '../lib/protocol'
import { notify } from '../lib/notifications'
import type { Session } from '../lib/session.svelte'
import { playSound } from '../lib/sound'
import { chairNames, gameName, joinNames } from '../lib/words'
import { m } from '../paraglide/messages.js'

export class Announcer {
  news = $state('')
  /** Also shown on the screen, until the next move. */
  notice = $state('')
  private turn: string | null = null

  constructor(private readonly session: Session) {}

  tell(message: Snapshot | Moved | Changed): void {
    if (message.type === 'moved') {
      this.news = message.line.text
      playSound('move')
    }
    if (message.type === 'changed' && message.what === 'over') playSound('over')
    if (message.type === 'changed' && message.what === 'vote-failed') this.notice = this.news = m.page_vote_failed()
    else if (message.type === 'changed' && message.what === 'redrawn') this.notice = this.news = this.redrawn(message)
    else if (message.type === 'moved') this.notice = ''
    this.announceTurn()
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
