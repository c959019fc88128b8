/** What the page tells one player beside the status line: a hint, or why something is not possible. One thing at a time. */
import type { Session } from '../lib/session.svelte'

export interface Remark {
  /** What is printed in bold before the text. */
  lead?: string
  text: string
  /** A side remark after it. */
  after?: string
  /** The rule that it rests on. */
  rule?: string | null
  /** The move that a hint advises. */
  hint?: string
}

export class Remarks {
  private made = $state.raw<{ at: number | undefined; remark: Remark } | null>(null)

  constructor(private session: Session) {}

  /** The remark about the position that is shown. */
  get now(): Remark | null {
    return this.made && this.made.at === this.session.view?.at ? this.made.remark : null
  }

  /** Makes a remark about the position after `at` moves. */
  make(remark: Remark, at = this.session.view?.at): void {
    this.made = { at, remark }
  }

  clear(): void {
    this.made = null
  }
}
