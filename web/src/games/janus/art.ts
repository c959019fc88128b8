/** The eleven symbols, as a sprite that is drawn once on the page, and the cards that show them. */
import { colours, pieces, symbols } from '$games/janus/art.json'
import { draw, paint } from '../../lib/art'

const ink = (letter: string) => (colours as Record<string, string>)[letter] ?? 'var(--ink)'

/** Every card refers to these. */
export const SPRITE = Object.entries(symbols)
  .map(([letter, svg]) => {
    const colour = ink(letter)
    return `<symbol id="symbol-${letter}" viewBox="-5 -5 110 110"><g fill="${colour}">${paint(svg, { ink: colour })}</g></symbol>`
  })
  .join('')

export const drawSymbol = (letter: string): string =>
  `<use href="#symbol-${letter}" x="-5" y="-5" width="110" height="110"/>`

/** A card that shows a symbol, in the hand or (`outer`) as the others see it; null: an unknown side. */
export function drawCard(letter: string | null, outer: boolean): string {
  if (letter === null) return draw(pieces.unknown)
  return draw(outer ? pieces.outer : pieces.card, { ink: ink(letter) }, { symbol: drawSymbol(letter) })
}
