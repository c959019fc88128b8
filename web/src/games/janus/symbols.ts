/** The eleven symbols: their drawings, once as a sprite, and their names. */
import symbols from '$art/symbols.json'
import { painted, symbolColour } from '../../lib/art'
import { m } from '../../paraglide/messages.js'

export const LETTERS = Object.keys(symbols)

/** Every card refers to these; drawn once on the page. */
export const SPRITE = Object.entries(symbols)
  .map(([letter, svg]) => {
    const ink = symbolColour(letter)
    return `<symbol id="symbol-${letter}" viewBox="-5 -5 110 110"><g fill="${ink}">${painted(svg, { ink })}</g></symbol>`
  })
  .join('')

export const drawing = (letter: string): string => `<use href="#symbol-${letter}" x="-5" y="-5" width="110" height="110"/>`

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
