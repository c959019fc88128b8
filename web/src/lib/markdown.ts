/** Parses the Markdown that the rules pages use into data. Nothing in it is ever treated as HTML. */

export type Piece = { kind: 'text' | 'strong' | 'em' | 'code' | 'ruling'; text: string }
export type Block =
  | { kind: 'heading'; level: number; text: Piece[] }
  | { kind: 'paragraph'; text: Piece[]; rules: string[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][]; rules: string[][] }
  | { kind: 'picture'; file: string; alt: string }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }

/** A paragraph or an item says which rules it is about, in a comment at its end. */
const MARK = /<!--((?:\s+[A-Z]\d+)+)\s*-->/g
const OTHER_COMMENT = /<!--(?!(?:\s+[A-Z]\d+)+\s*-->)[\s\S]*?-->/g

const rulesIn = (text: string) => [...text.matchAll(MARK)].flatMap(([, rules]) => rules?.trim().split(/\s+/) ?? [])
const unmarked = (text: string) => text.replace(MARK, '').trim()

/** Marks what is our own ruling. */
const RULING = '†'
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_|`(.+?)`|\[(.+?)\]\(.+?\)|†/g

export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) })
    const [whole, strong, star, em, code, link] = match
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (whole === RULING) found.push({ kind: 'ruling', text: whole })
    else if (link !== undefined) found.push({ kind: 'text', text: link })
    else found.push({ kind: 'em', text: star ?? em ?? '' })
    from = match.index + whole.length
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) })
  return found
}

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/
const cells = (line: string) => line.split('|').slice(1, -1).map((cell) => pieces(cell.trim()))

export function blocks(markdown: string): Block[] {
  return markdown
    .replace(OTHER_COMMENT, '')
    .split(/\n\s*\n|\n(?=#)|(?<=^#.*)\n/m)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap(block)
}

function block(part: string): Block[] {
  const heading = /^(#+)\s+(.*)$/.exec(part)
  if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: pieces(heading[2] ?? '') }]
  const picture = /^!\[(.*)\]\(pictures\/([\w-]+\.svg)\)$/.exec(part)
  if (picture) return [{ kind: 'picture', alt: picture[1] ?? '', file: picture[2] ?? '' }]
  const lines = part.split('\n')
  if (part.startsWith('|')) {
    return [{ kind: 'table', head: cells(lines[0] ?? ''), rows: lines.slice(2).map(cells) }]
  }
  const start = lines.findIndex((line) => item(line, 1) !== null)
  if (start < 0) return [paragraph(lines.join(' '))]
  const before = lines.slice(0, start).join(' ')
  return [...(before ? [paragraph(before)] : []), itemised(lines.slice(start))]
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text: pieces(unmarked(text)), rules: rulesIn(text) }
}

/** The text of a list's item; a line that happens to begin with a number ("14. Then …") is none, unless it is the next. */
function item(line: string, next: number): string | null {
  const [, number, text] = ITEM.exec(line) ?? []
  return text === undefined || (number !== undefined && Number(number) !== next) ? null : text
}

function itemised(lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const text = item(line, items.length + 1)
    if (text !== null) items.push(text)
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: /^\s*\d/.test(lines[0] ?? ''), items: items.map((text) => pieces(unmarked(text))), rules: items.map(rulesIn) }
}
