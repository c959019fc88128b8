/** Shows again, step by step, what happened since the reader's last move. */
import { tick } from 'svelte'
import { boxesOf, flip } from '../lib/flip'
import type { Entry, LogLine } from '../lib/protocol'
import { duration, settings, type Speed } from '../lib/settings.svelte'

const MOVE_MS = 520
/** How long each step stays. This is no motion: readers who want none need the time as well. */
const STAY_MS: Record<Speed, number> = { slow: 2200, normal: 1300, fast: 700, off: 700 }

export class ShowAgain {
  /** The line that is shown; null: the game goes on. */
  line = $state.raw<LogLine | null>(null)
  /** After how many moves the board is shown; null: as it is now. */
  at = $state<number | null>(null)
  private run = 0

  /** `turnedOver`: the pieces that a move turned over. */
  async start(lines: readonly LogLine[], board: HTMLElement, turnedOver: (entry: Entry) => string[]): Promise<void> {
    const run = ++this.run
    const first = lines[0]
    if (!first) return
    this.at = first.entry.at - 1
    for (const line of lines) {
      await tick()
      const before = boxesOf(board)
      this.line = line
      this.at = line.entry.at
      await tick()
      await flip(board, before, duration(MOVE_MS), turnedOver(line.entry))
      await new Promise((done) => setTimeout(done, STAY_MS[settings.speed]))
      if (run !== this.run) return
    }
    this.stop()
  }

  stop(): void {
    this.run++
    this.line = null
    this.at = null
  }
}
