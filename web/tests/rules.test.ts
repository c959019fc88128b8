import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blocks, type Block, type Piece } from '../src/lib/markdown'

const FOLDER = new URL('../../docs/rules/', import.meta.url)
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
const GAMES = [...new Set(NAMES.map((name) => name.split('.')[0] ?? ''))]
const LANGUAGES = ['de', 'en', 'fr', 'nl']
const page = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

/** What kind of thing a block is, and how much of it there is: the same in every language. */
function shape(block: Block): string {
  if (block.kind === 'heading') return `heading ${block.level}`
  if (block.kind === 'picture') return `picture ${block.file}`
  if (block.kind === 'list') return `${block.ordered ? 'numbered' : 'plain'} list of ${block.items.length}`
  return block.kind === 'table' ? `table of ${block.rows.length + 1} × ${block.head.length}` : 'paragraph'
}

/** The same, read off the source: a blank line ends a block, its first line says what it is, items are not indented. */
function intended(part: string): string {
  const lines = part.split('\n')
  const marks = lines.flatMap((line) => /^(?:-|\d+\.)(?= )/.exec(line)?.[0] ?? [])
  if (part.startsWith('#')) return `heading ${part.indexOf(' ')}`
  if (part.startsWith('![')) return `picture ${/\/(.*)\)/.exec(part)?.[1]}`
  if (part.startsWith('|')) return `table of ${lines.length - 1} × ${part.split('\n')[0]?.split(' | ').length}`
  if (part.startsWith('- ')) return `plain list of ${marks.length}`
  if (!/^\d+\. /.test(part)) return 'paragraph'
  expect(marks).toEqual(marks.map((_, i) => `${i + 1}.`))
  return `numbered list of ${marks.length}`
}

const text = (pieces: Piece[]) => pieces.map(({ text }) => text).join('')

function read(block: Block): string[] {
  if (block.kind === 'picture') return [block.alt]
  if (block.kind === 'list') return block.items.map(text)
  return block.kind === 'table' ? [block.head, ...block.rows].flatMap((row) => row.map(text)) : [text(block.text)]
}

const words = (texts: string[]) => texts.join(' ').split(/[ \n]+/).filter(Boolean)

test('every game has its rules in four languages', () => {
  expect(NAMES.toSorted()).toEqual(GAMES.flatMap((game) => LANGUAGES.map((lang) => `${game}.${lang}.md`)).toSorted())
  expect(GAMES.length).toBeGreaterThanOrEqual(3)
})

describe.each(NAMES)('%s as the page shows it', (name) => {
  test('headings, paragraphs, lists and tables are those of its source', () => {
    const parts = page(name).trim().split('\n\n')
    expect(blocks(page(name)).map(shape)).toEqual(parts.map(intended))
  })

  test('all of its words are there, without their marks', () => {
    const source = page(name).replace(/<!--.*?-->/g, '').replace(/^!\[(.*)\]\(.*\)$/gm, '$1').replace(/^(?:#+|-|\d+\.) |^\| --- .*$|\*|\|/gm, '')
    expect(words(blocks(page(name)).flatMap(read))).toEqual(words([source]))
  })
})

test.each(GAMES)('the rules of %s have the same shape in every language', (game) => {
  const [first, ...others] = LANGUAGES.map((lang) => blocks(page(`${game}.${lang}.md`)).map(shape))
  for (const other of others) expect(other).toEqual(first)
})

test('a paragraph and an item say which rules they are about', () => {
  const [first, second] = blocks('Take a coin. <!-- T8 T9 -->\n\n- One. <!-- T1 -->\n- Two. <!-- not a rule -->')
  expect(first).toMatchObject({ text: [{ text: 'Take a coin.' }], rules: ['T8', 'T9'] })
  expect(second).toMatchObject({ items: [[{ text: 'One.' }], [{ text: 'Two.' }]], rules: [['T1'], []] })
})

describe('a line that begins with a number', () => {
  test('goes on with its paragraph', () => {
    const [only, ...more] = blocks('You can only take the\n14. Then the next player\nmay take the 2.')
    expect(more).toEqual([])
    expect(only).toEqual({ kind: 'paragraph', text: [{ kind: 'text', text: 'You can only take the 14. Then the next player may take the 2.' }], rules: [] })
  })

  test('goes on with its item', () => {
    const [only] = blocks('- Only the\n  14. Then more.\n- Another one.')
    expect(only && read(only)).toEqual(['Only the 14. Then more.', 'Another one.'])
  })

  test('is an item where it counts on from one', () => {
    const [only] = blocks('1. Give the\n   7. Then wait.\n2. Take another one.')
    expect(only && shape(only)).toBe('numbered list of 2')
    expect(only && read(only)).toEqual(['Give the 7. Then wait.', 'Take another one.'])
  })
})

/** The chapters that a game points to while it is played. */
const CHAPTERS = import.meta.glob<string>('../src/games/*/index.ts', { query: '?raw', import: 'default', eager: true })

test.each(GAMES)('%s points to chapters that its rules have', (game) => {
  const source = CHAPTERS[`../src/games/${game}/index.ts`] ?? ''
  const numbers = [...(/const CHAPTERS = \{(.*?)\}/.exec(source)?.[1] ?? '').matchAll(/: (\d+)/g)].map(([, number]) => Number(number))
  expect(numbers.length).toBeGreaterThan(3)
  for (const language of LANGUAGES) {
    const headings = blocks(page(`${game}.${language}.md`)).filter(({ kind }) => kind === 'heading')
    expect(Math.max(...numbers)).toBeLessThan(headings.length)
  }
})

test('the mark of our rulings is a piece of its own', () => {
  const [block] = blocks('A coin stays.† **Two** go.† <!-- T4 -->')
  expect(block?.kind === 'paragraph' && block.text.filter(({ kind }) => kind === 'ruling').length).toBe(2)
  for (const game of GAMES) {
    const marked = LANGUAGES.map((lang) => page(`${game}.${lang}.md`).split('†').length)
    expect(new Set(marked).size).toBe(1)
    expect(marked[0]).toBeGreaterThan(5)
  }
})
