/** The backs of coins that may be shown: none if players must remember, else those seen so far; at the end all. */
import type { TitusKnown, TitusTable } from '../../lib/protocol'

export interface Notes {
  shown: boolean
  back: (tag: number) => number | undefined
  /** Likeliest first. */
  odds: (tag: number) => Array<[string, number]>
}

export function notes(table: TitusTable, known: TitusKnown | undefined, odds: Record<string, unknown> | undefined): Notes {
  const backs = table.backs ?? known?.backs
  return {
    shown: backs !== undefined,
    back: (tag) => backs?.[`#${tag}`],
    odds: (tag) => {
      if (table.backs) return []
      const faces = odds?.[`#${tag}`] as Record<string, number> | undefined
      return Object.entries(faces ?? {}).sort(([, a], [, b]) => b - a)
    },
  }
}

export function run(coins: ReadonlyArray<{ face: number | null }>): string {
  return coins.map(({ face }) => face ?? '?').join('-')
}
