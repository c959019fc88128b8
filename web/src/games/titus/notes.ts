/** The backs of coins that may be shown: none if players must remember, else those seen so far; at the end all. */
import type { TitusCoin, TitusKnown, TitusTable } from '../../lib/protocol'
import { m } from '../../paraglide/messages.js'

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

/** A coin for screen readers, with its other face if the notes have it. */
export function coinName({ tag, face }: TitusCoin, { back }: Notes): string {
  const other = back(tag)
  return other === undefined ? m.titus_coin_unknown({ coin: face ?? '?' }) : m.titus_coin_known({ coin: face ?? '?', back: other })
}

export function run(coins: ReadonlyArray<{ face: number | null }>): string {
  return coins.map(({ face }) => face ?? '?').join('-')
}
