/** Draws the pieces of the games (art.json in their folders). Colours are custom properties, so pieces follow the theme. */

export interface Piece {
  svg: string
}

const FONT = "'Palatino Linotype',Palatino,P052,'DejaVu Serif',serif"
/** Numbers that read as another one upside down: they are underlined. */
const AMBIGUOUS = new Set([6, 9])

export function writtenNumber(number: number | null): string {
  if (number === null) return '?'
  return AMBIGUOUS.has(number) ? `<tspan text-decoration="underline">${number}</tspan>` : `${number}`
}

/** Replaces `$name` by a colour: one of `colours`, else the page's own of that name. */
export function paint(svg: string, colours: Record<string, string> = {}): string {
  return svg.replace(/\$(\w+)/g, (_, name: string) => (name === 'font' ? FONT : (colours[name] ?? `var(--${name})`)))
}

/** A piece with its own colours, and `{name}` replaced by what it shows. */
export function draw({ svg }: Piece, colours: Record<string, string> = {}, shown: Record<string, string> = {}): string {
  let drawn = paint(svg, colours)
  for (const [name, content] of Object.entries(shown)) drawn = drawn.replaceAll(`{${name}}`, content)
  return drawn
}

/** A piece with a number on it, in the colour of that number. */
export function drawNumbered(piece: Piece, number: number, colours: readonly string[]): string {
  return draw(piece, { value: colours[number - 1] ?? 'var(--ink)' }, { number: writtenNumber(number) })
}
