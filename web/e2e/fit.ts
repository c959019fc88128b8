// Tables with the most players, and the measure of a screen: does it fit without scrolling, and is every figure to be read?
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, openRecord, resize } from './fixtures'

export const SIZES = {
  'a large screen': { width: 1440, height: 900 },
  'a laptop': { width: 1280, height: 720 },
  'a tablet': { width: 820, height: 1180 },
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 360, height: 640 },
  'a phone on its side': { width: 844, height: 390 },
}
/** The narrowest screen: nothing is wider than it. */
export const NARROWEST = { width: 320, height: 640 }

type Size = (typeof SIZES)[keyof typeof SIZES]

/** Some are as long as names are, one is longer. */
const NAMES = ['Ada', 'Benedikt', 'Cleo', 'Maria-Magdalena', 'Emil', 'Fatima']

interface Sample {
  /** As openRecord reads it, and the record itself. */
  file: string
  line: string
  players: number
  moves: string[]
  result: { scores: number[] }
}

function samples(game: string): Sample[] {
  const file = `tests/samples/${game}.jsonl`
  const lines = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf-8').trim().split('\n')
  return lines.map((line, i): Sample => ({ ...(JSON.parse(line) as Sample), file: `${file}:${i + 1}`, line }))
}

const mostPlayers = (found: Sample[]) => Math.max(...found.map(({ players }) => players))

/** The one with the highest score: most lies in front of a player at its end. */
function fullest(found: Sample[]): Sample[] {
  return [...found].sort((a, b) => Math.max(...b.result.scores) - Math.max(...a.result.scores)).slice(0, 1)
}

/** With the most players: the first and the last sample, whose options differ, and the fullest. */
export function largest(game: string): Sample[] {
  const all = samples(game)
  const found = all.filter(({ players }) => players === mostPlayers(all))
  return [...new Set([...found.slice(0, 1), ...found.slice(-1), ...fullest(found)])]
}

/** For each smaller number of players, the fullest sample. */
export function smaller(game: string): Sample[] {
  const all = samples(game)
  const numbers = [...new Set(all.map(({ players }) => players))].filter((players) => players < mostPlayers(all))
  return numbers.flatMap((number) => fullest(all.filter(({ players }) => players === number)))
}

/** The last beginning of a turn up to a move: what others did is marked then. */
export function turnBefore({ moves }: Sample, at: number): number {
  return moves.slice(0, at).lastIndexOf('end') + 1 || at
}

/** A table at a sample's position. All sit at this device, so that nobody moves while the table is looked at. */
export async function openForAll(page: Page, { file, players, moves }: Sample, at: number, memory: 'table' | 'notes' = 'table'): Promise<void> {
  const others = Object.fromEntries(NAMES.slice(0, players).map((name, i) => [i + 1, { name }]))
  await openRecord(page, file, at, 1, { others, name: NAMES[0] ?? '', memory })
  if (at === moves.length) await page.getByRole('button', { name: 'Look at the table' }).click()
  else {
    // Where hands are hidden there is a curtain, which stays.
    if (file.includes('janus')) await page.locator('.curtain button').click()
    // The board is that of the one to move; at first, it is what a watcher sees.
    await page.locator('[data-move]').first().waitFor()
  }
  await page.locator('.board [data-piece]').first().waitFor()
}

/** What does not fit, or cannot be read, on a screen of this size. */
export async function misfits(page: Page, size: Size): Promise<string[]> {
  await resize(page, size)
  return page.evaluate(measure)
}

/** Whatever is asked lies beside the board, on every screen, and covers each bar as a whole or not at all. */
export async function expectBesideBoard(page: Page, question: Locator): Promise<void> {
  const before = page.viewportSize()
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    const [asked, board] = [await question.boundingBox(), await page.locator('.board').boundingBox()]
    expect(asked?.y).toBeGreaterThan(-1)
    const end = (asked?.y ?? 0) + (asked?.height ?? 0)
    expect(end, `${size.width} × ${size.height}`).toBeLessThanOrEqual((board?.y ?? 0) + 1)
    for (const bar of ['.title-bar', '.bar']) {
      const { y, height } = (await page.locator(bar).boundingBox()) ?? { y: 0, height: 0 }
      // The margin inside a bar is free.
      expect(end > y + 4 && end < y + height - 4, `${size.width} × ${size.height}: ${bar} is cut in two`).toBe(false)
    }
  }
  if (before) await resize(page, before)
}

/** Beside what a lesson or an exercise says, its board is to be seen as a whole, on every screen. */
export async function expectGuideAndBoard(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    const which = `${size.width} × ${size.height}`
    await expect(page.locator('[data-status]'), which).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.board-room'), which).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => ((await page.locator('.board-room').boundingBox())?.height ?? 0) / size.height, which).toBeGreaterThan(0.5)
  }
  if (before) await resize(page, before)
}

/** In the page. */
function measure(): string[] {
  const found: string[] = []
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const name = (element: Element) => {
    const piece = element.closest('[data-piece]')?.getAttribute('data-piece')
    return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}${piece ? ` of ${piece}` : ''} "${(element.textContent ?? '').trim().slice(0, 20)}"`
  }

  // Nothing can be scrolled, nothing is cut off. Only names may end in dots, and what is for screen readers alone is tiny.
  for (const box of [document.documentElement, ...document.querySelectorAll('.full-screen, .board, .board *')]) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(box)
    const holds = [overflowX, overflowY].some((overflow) => overflow !== 'visible') || box === document.documentElement
    if (!holds || textOverflow === 'ellipsis' || box.clientWidth <= 1 || !shown(box)) continue
    const [x, y] = [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]
    if (x > 0 || y > 0) found.push(`${name(box).slice(0, 40)} hides ${x} × ${y} px`)
  }

  /** The box of what is written: the text of a drawing, else all of the element's text. */
  const written = (figure: Element): DOMRect => {
    const range = document.createRange()
    range.selectNodeContents(figure)
    return (figure.querySelector('text') ?? (figure.textContent?.trim() ? range : figure)).getBoundingClientRect()
  }
  const paints = (element: Element) => {
    if (element instanceof SVGSVGElement) return false
    if (element instanceof SVGElement || element instanceof HTMLImageElement) return true
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    return backgroundImage !== 'none' || !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)
  }
  // The ring around a piece that can be played is painted, too: it may cover a figure that was painted before.
  const rings = [...document.querySelectorAll('.board .piece')].filter(shown).flatMap((piece) => {
    const { boxShadow, borderTopLeftRadius } = getComputedStyle(piece)
    const [, spread = 0] = /rgb[^)]*\) 0px 0px 0px (\d+)px$/.exec(boxShadow)?.map(Number) ?? []
    return spread ? [{ piece, spread, round: borderTopLeftRadius === '50%', box: piece.getBoundingClientRect() }] : []
  })
  // So is the ring of what is pointed out, over everything.
  const pointedOut = [...document.querySelectorAll('.board .highlighted')].filter(shown).map((piece) => {
    const { outlineWidth, outlineOffset, borderTopLeftRadius } = getComputedStyle(piece)
    const spread = parseFloat(outlineWidth) + parseFloat(outlineOffset)
    return { piece, spread, round: borderTopLeftRadius === '50%', box: piece.getBoundingClientRect() }
  })
  const under = (figure: Element, x: number, y: number) =>
    [...rings, ...pointedOut].find((ring) => {
      const { piece, spread, round, box } = ring
      if (piece.contains(figure)) return false
      if (!pointedOut.includes(ring) && !(figure.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING)) return false
      const [across, down] = [Math.abs(x - (box.left + box.width / 2)), Math.abs(y - (box.top + box.height / 2))]
      return round ? Math.hypot(across, down) < box.width / 2 + spread : across < box.width / 2 + spread && down < box.height / 2 + spread
    })?.piece ?? null
  // What lets the pointer through may cover a figure as well; what paints nothing cannot, and is passed over.
  const IDLE = 'data-paints-nothing'
  const idle = [...document.querySelectorAll('body *')].filter(
    (element) => !element.closest('[data-figure]') && !element.querySelector('[data-figure]') && !paints(element),
  )
  for (const element of idle) element.setAttribute(IDLE, '')
  const style = new CSSStyleSheet()
  style.replaceSync(`* { pointer-events: auto !important } [${IDLE}] { pointer-events: none !important }`)
  document.adoptedStyleSheets.push(style)
  const covering = (figure: Element, x: number, y: number) => {
    // All that lies there is looked up only where something else is on top: that takes much longer.
    const top = document.elementFromPoint(x, y)
    if (!top || top.contains(figure) || figure.contains(top)) return null
    const there = document.elementsFromPoint(x, y)
    // The corners of the box around what lies turned are not part of it.
    if (!there.some((element) => figure.contains(element))) return null
    for (const element of there) {
      if (element.contains(figure) || figure.contains(element)) return null
      if (paints(element)) return element
    }
    return null
  }
  const figures = [...document.querySelectorAll('[data-figure]')].filter(shown)
  if (!figures.length) found.push('no element is marked data-figure')
  // Where there is room, pieces are large enough to use it.
  const LEAST_HEIGHT = Math.min(innerWidth, innerHeight) < 700 ? 10 : 12
  for (const figure of figures) {
    const { left, top, right, bottom, width, height } = written(figure)
    const board = figure.closest('.board')?.getBoundingClientRect()
    const [w, h] = [board?.right ?? innerWidth, board?.bottom ?? innerHeight]
    if (left < 0 || top < 0 || right > w + 0.5 || bottom > h + 0.5) found.push(`${name(figure)} is outside`)
    if (height < LEAST_HEIGHT) found.push(`${name(figure)} is only ${height.toFixed(1)} px high`)
    // A line of text is higher than its digits: three lines in its middle are looked at, from edge to edge.
    const above = [0.03, 0.25, 0.5, 0.75, 0.97].flatMap((across) =>
      [0.3, 0.5, 0.7].map((down) => {
        const [x, y] = [left + width * across, top + height * down]
        return covering(figure, x, y) ?? under(figure, x, y)
      }),
    )
    const cover = above.find((element) => element !== null)
    if (cover) found.push(`${name(figure)} is covered by ${name(cover)}`)
  }
  document.adoptedStyleSheets.pop()
  for (const element of idle) element.removeAttribute(IDLE)

  // The buttons leave the status line room for its words.
  const MOST_LINES = 3
  for (const status of [...document.querySelectorAll('[data-status]')].filter(shown)) {
    const lines = status.getBoundingClientRect().height / parseFloat(getComputedStyle(status).lineHeight)
    if (lines > MOST_LINES + 0.5) found.push(`${name(status)} takes ${Math.round(lines)} lines`)
  }

  // What lies in front of a player stays in their panel.
  for (const piece of document.querySelectorAll('.seat-panel [data-piece]')) {
    const panel = piece.closest('.seat-panel')?.getBoundingClientRect()
    const box = piece.getBoundingClientRect()
    const out = panel ? Math.max(panel.left - box.left, panel.top - box.top, box.right - panel.right, box.bottom - panel.bottom) : 0
    if (shown(piece) && out > 0.5) found.push(`${name(piece)} sticks out of its panel by ${out.toFixed(1)} px`)
  }

  // What can be tapped is 24 px large, or has that much room to itself.
  const LEAST_TARGET = 24
  const targets = [...document.querySelectorAll('[data-move]')].filter(shown).map((target) => ({ target, box: target.getBoundingClientRect() }))
  const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const
  for (const { target, box } of targets) {
    if (Math.min(box.width, box.height) >= LEAST_TARGET) continue
    const [x, y] = middle(box)
    const near = targets.some(({ target: other, box: place }) => {
      const [a, b] = middle(place)
      return other !== target && Math.hypot(a - x, b - y) < LEAST_TARGET
    })
    if (near) found.push(`${name(target)} is too small and too near to another target`)
  }
  return found
}
