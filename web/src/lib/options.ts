/** The options of the games in words: each with a sentence that explains it. */
import { m } from '../paraglide/messages.js'

interface Words {
  name: () => string
  help: () => string
  values: Record<string, () => string>
  number?: (inputs: { count: number }) => string
}

export const OPTION: Record<string, Words> = {
  fewest: {
    name: m.option_fewest,
    help: m.option_fewest_help,
    values: { cards: m.option_fewest_cards, points: m.option_fewest_points },
  },
  discard: {
    name: m.option_discard,
    help: m.option_discard_help,
    values: { under: m.option_discard_under, top: m.option_discard_top },
  },
  stall: {
    name: m.option_stall,
    help: m.option_stall_help,
    values: { 0: m.option_stall_never },
    number: m.option_stall_rounds,
  },
  board: {
    name: m.option_board,
    help: m.option_board_help,
    values: { classic: m.option_board_classic, square: m.option_board_square },
  },
  tausch: {
    name: m.option_tausch,
    help: m.option_tausch_help,
    values: { false: m.option_tausch_false, true: m.option_tausch_true },
  },
  scoring: {
    name: m.option_scoring,
    help: m.option_scoring_help,
    values: { longest: m.option_scoring_longest, points: m.option_scoring_points },
  },
}

/** Numbers worth offering for an option with a range. */
const OFFERED = [0, 4, 8, 12, 20, 30]

export function numbers([lowest, highest]: [number, number], initial: number): number[] {
  const inside = OFFERED.filter((number) => number >= lowest && number <= highest)
  return [...new Set([...inside, initial])].sort((a, b) => a - b)
}

export function valueName(option: string, value: string | number | boolean): string {
  const words = OPTION[option]
  const named = words?.values[String(value)]
  if (named) return named()
  return typeof value === 'number' && words?.number ? words.number({ count: value }) : String(value)
}

export function optionName(option: string): string {
  return OPTION[option]?.name() ?? option
}
