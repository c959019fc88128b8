/** The names of the symbols. */
import { m } from '../../paraglide/messages.js'

const NAMES: Record<string, () => string> = {
  A: m.symbol_a,
  B: m.symbol_b,
  C: m.symbol_c,
  D: m.symbol_d,
  E: m.symbol_e,
  F: m.symbol_f,
  G: m.symbol_g,
  H: m.symbol_h,
  I: m.symbol_i,
  J: m.symbol_j,
  K: m.symbol_k,
}

export function symbolName(letter: string | null): string {
  return letter === null ? '?' : (NAMES[letter]?.() ?? letter)
}
