/** The analysis of a finished game: asked for piece by piece, and its figures in words. */
import { api, errorCode, type GameRecord } from './api'
import { locale } from './locale.svelte'
import type { Analysis, AnalysisProgress } from './protocol'

/** How long the page waits when the server is busy. */
const PAUSE_MS = 2000
const LATER = ['busy', 'too-many-requests', 'game-not-ready']

export interface Running {
  progress: AnalysisProgress | null
  /** The server has no time just now. */
  busy: boolean
}

/** Asks until the analysis is complete; null if it was stopped. Any refusal but "later" is thrown. */
export async function analysed(
  record: GameRecord,
  names: readonly string[],
  signal: AbortSignal,
  tell: (running: Running) => void,
): Promise<Analysis | null> {
  let progress: AnalysisProgress | null = null
  while (!signal.aborted) {
    try {
      progress = await api.analyse({ record: { ...record, names }, lang: locale.now })
      tell({ progress, busy: false })
      if (progress.analysis) return progress.analysis
    } catch (error) {
      if (!LATER.includes(errorCode(error))) throw error
      tell({ progress, busy: true })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return null
}

const styleOf = (alone: boolean): Intl.NumberFormatOptions =>
  alone ? { maximumFractionDigits: 1 } : { style: 'percent', maximumFractionDigits: 0 }

/** A value as it is read: a share in per cent; alone, a score. */
export function figure(value: number, alone: boolean): string {
  return new Intl.NumberFormat(locale.now, styleOf(alone)).format(value)
}

/** A change of a value, with its sign. */
export function change(value: number, alone: boolean): string {
  return new Intl.NumberFormat(locale.now, { ...styleOf(alone), signDisplay: 'exceptZero' }).format(value)
}

/** The numbers of moves at which a turn begins, from the seats that moved. */
export function turnStarts(seats: readonly number[]): number[] {
  return seats.flatMap((seat, at) => (seat === seats[at - 1] ? [] : [at]))
}
