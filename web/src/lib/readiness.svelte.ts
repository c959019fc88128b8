/** When games can be played: on its first start a server compiles their rules in the background. */
import { m } from '../paraglide/messages.js'
import { api } from './api'

const ASK_EVERY_MS = 1500
/** An estimate to the second would pretend to know more than it does. */
const STEP_S = 5

class Readiness {
  private seconds = $state.raw<Record<string, number>>({})
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Takes what the server said, and asks again as long as a game is not ready. */
  follow(seconds: Record<string, number>): void {
    this.seconds = seconds
    clearTimeout(this.timer)
    if (Object.values(seconds).some((left) => left > 0)) this.timer = setTimeout(() => void this.ask(), ASK_EVERY_MS)
  }

  private async ask(): Promise<void> {
    const answer = await api.ready().catch(() => null) // the server may be starting again
    this.follow(answer?.seconds ?? this.seconds)
  }

  /** When a game will be ready, in words; empty: it is. */
  soon(game: string): string {
    const left = this.seconds[game] ?? 0
    return left > 0 ? m.page_ready_in({ seconds: Math.ceil(left / STEP_S) * STEP_S }) : ''
  }
}

export const readiness = new Readiness()
