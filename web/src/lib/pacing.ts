/**
 * Gives the reader time to follow the others: what they do is shown move by move, with a pause from one to the next. Only the
 * page waits: everything is stored, and told to everybody, when it happens.
 */
import { duration } from './settings.svelte'

/** From one move to the next, at normal speed. */
const PAUSE_MS = 950
/** At a table with a clock the reader's own time may be running. */
const PAUSE_WITH_CLOCK_MS = 400
/** While no more moves than the first number wait, there is no hurry; with the second, there is no pause. */
const WAITING = { calm: 8, hurried: 24 }

/** How long to pause at normal speed while this many moves wait. */
export function pauseBetween(waiting: number, clock: boolean): number {
  const hurry = (waiting - WAITING.calm) / (WAITING.hurried - WAITING.calm)
  return (clock ? PAUSE_WITH_CLOCK_MS : PAUSE_MS) * (1 - Math.max(0, Math.min(1, hurry)))
}

export class Pacing {
  private last = -Infinity
  private hurrying = false
  private wake: () => void = () => undefined

  /** Milliseconds until the next move of another player may be shown. */
  remaining(waiting: number, clock: boolean): number {
    if (this.hurrying || document.hidden) return 0
    return this.last + duration(pauseBetween(waiting, clock)) - performance.now()
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds)
      this.wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  /** A move of another player is shown now. */
  shown(): void {
    this.last = performance.now()
  }

  /** Everything is shown. */
  caughtUp(): void {
    this.hurrying = false
  }

  /** The reader does not want to wait: what is left is shown at once. */
  hurry(): void {
    this.hurrying = true
    this.wake()
  }
}
