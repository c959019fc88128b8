/** The one source of art (src/rectoverso/art), drawn for the page: colours are custom properties, so it follows the theme. */
import palette from '$art/palette.json'
import pieces from '$art/pieces.json'

const FONT = "'Palatino Linotype',Palatino,P052,'DejaVu Serif',serif"
const UPSIDE_DOWN = new Set([6, 9])
/** Numbers that read as another one on their heads are underlined. */
const written = (number: number | null) =>
  number === null ? '?' : UPSIDE_DOWN.has(number) ? `<tspan text-decoration="underline">${number}</tspan>` : `${number}`

type Piece = keyof typeof pieces

export function painted(svg: string, own: Record<string, string> = {}): string {
  return svg.replace(/\$(\w+)/g, (_, name: string) => (name === 'font' ? FONT : (own[name] ?? `var(--${name})`)))
}

export function size(piece: Piece): { width: number; height: number } {
  const { width, height } = pieces[piece]
  return { width, height }
}

function draw(piece: Piece, own: Record<string, string>, shown: Record<string, string>): string {
  let svg = painted(pieces[piece].svg, own)
  for (const [name, content] of Object.entries(shown)) svg = svg.replaceAll(`{${name}}`, content)
  return svg
}

const colourOf = (colours: readonly string[], number: number) => colours[number - 1] ?? 'var(--ink)'

export const coin = (face: number): string =>
  draw('coin', { value: colourOf(palette.coins, face) }, { number: written(face) })
export const coinBack = (face: number | null): string => draw('coin_back', {}, { number: written(face) })
export const pointCard = (value: number): string => draw('point_card', {}, { number: String(value) })
export const pawn = (number: number): string =>
  draw('pawn', { value: colourOf(palette.pawns, number) }, { number: written(number) })
export const power = (): string => draw('power', {}, {})
export const token = (): string => draw('token', {}, {})
export const field = (): string => draw('field', {}, {})
export const unknownCard = (): string => draw('janus_unknown', {}, {})

export const symbolColour = (letter: string): string =>
  (palette.symbols as Record<string, string>)[letter] ?? 'var(--ink)'

/** A Janus card with the given drawing of its symbol. */
export const janusCard = (letter: string, outer: boolean, symbol: string): string =>
  draw(outer ? 'janus_outer' : 'janus_card', { ink: symbolColour(letter) }, { symbol })
