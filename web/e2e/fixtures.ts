// What all browser tests use: a page of the real server, no errors on the console, an accessibility check, ways to play.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expect, test as base, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page,
} from '@playwright/test'
import axe from 'axe-core'
import { openRecord, withoutLuck } from './luck'
import { startServer, type Server } from './server'

/** The games with a board of their own: those whose folder has a cover. */
const FOLDERS = new URL('../src/games/', import.meta.url)
export const GAMES = readdirSync(FOLDERS).filter((name) => existsSync(new URL(`${name}/cover.svg`, FOLDERS)))

interface Visit {
  page: Page
  complaints: string[]
}

/** Messages that the tests cause, not the page. */
const EXPECTED = [/Service Worker registration blocked by Playwright/]

export function listen(page: Page, expected: RegExp[] = []): string[] {
  const complaints: string[] = []
  const bad = (text: string) => {
    if (![...EXPECTED, ...expected].some((known) => known.test(text))) complaints.push(text)
  }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) bad(message.text())
  })
  page.on('pageerror', (error) => bad(String(error)))
  return complaints
}

export function address(path = '/'): string {
  return `${process.env['RECTOVERSO_URL']}${path}`
}

/** Changes the size of the window, and waits until the page has been drawn for it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  // A board finds its size when its box has changed, that is, before the next picture.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
}

/** From now on no timer of the page runs out by itself: what is shown for a while stays, however busy the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** A browser of its own, in which nothing depends on luck. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', locale: 'en-GB', ...options })
  await withoutLuck(context, address())
  return context
}

/** Another person with a browser of their own. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}, expected: RegExp[] = []): Promise<Visit> {
  const page = await (await newContext(browser, options)).newPage()
  return { page, complaints: listen(page, expected) }
}

export const test = base.extend<{ guest: Page; expected: RegExp[] }>({
  /** Messages on the console that a test expects. */
  expected: [[], { option: true }],
  guest: async ({ browser, expected }, use) => {
    const { page, complaints } = await visitor(browser, {}, expected)
    await use(page)
    expect(complaints).toEqual([])
    await page.context().close()
  },
})

export { expect, openRecord }

/** The tests of this file, in order, use a server of their own, which is returned. Its settings may refer to an empty folder. */
export function ownServer(settings: (folder: string) => Parameters<typeof startServer>[0] = () => ({})): () => Server {
  const usual = process.env['RECTOVERSO_URL']
  let folder = ''
  let server: Server | undefined
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    folder = mkdtempSync(join(tmpdir(), 'rectoverso-own-'))
    server = await startServer(settings(folder))
    process.env['RECTOVERSO_URL'] = server.url
  })
  test.afterAll(async () => {
    if (usual !== undefined) process.env['RECTOVERSO_URL'] = usual
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    if (!server) throw new Error('the server of this file has not been started')
    return server
  }
}

/** No rule of axe is broken. It looks at one document, in one run, and does not describe what is in order. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  expect(violations).toEqual([])
}

/** Nothing is wider than the screen, or than the panel or sheet it lies in, once the page has followed a change of its size. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll('.full-screen, .guide, .board, .panel, .panel li, dialog[open], dialog[open] li')]
      return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
    })
  await expect.poll(over).toBeLessThanOrEqual(0)
}

export async function choose(page: Page, what: string, value: string): Promise<void> {
  await page.getByRole('group', { name: what }).getByRole('radio', { name: value, exact: true }).check()
}

/** Starts a game from the first page, with two clicks. */
export async function start(page: Page, game: string, players?: number): Promise<void> {
  await page.goto(address())
  await page.locator(`a[href="/new/${game}"]`).click()
  if (players !== undefined) {
    await choose(page, 'How many players?', players === 1 ? 'solitaire' : String(players))
  }
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('[data-status]')).toBeVisible()
}

/** The list of players in the result sheet. */
export const result = (page: Page) => page.locator('dialog[open] .places')

/** Moves that bring a game to its end soonest, best first. */
const PREFERRED = ['score', 'join', 'merge', 'discard', 'draw', 'take', 'place', 'end', 'swap']

/** What a player sees of the table: how far the game is, what can be played, what is chosen. */
interface TableState {
  at: string | null
  moves: string[]
  chosen: string[]
  over: boolean
}

export function tableState(page: Page): Promise<TableState> {
  return page.evaluate(() => ({
    at: document.querySelector('[data-status]')?.getAttribute('data-at') ?? null,
    moves: [...document.querySelectorAll('[data-move]')].map((target) => target.getAttribute('data-move') ?? ''),
    chosen: [...document.querySelectorAll('[aria-pressed=true]')].map((target) => target.getAttribute('data-move') ?? ''),
    over: document.querySelector('dialog[open] .places') !== null,
  }))
}

export function nextMove({ moves }: TableState): string {
  const rank = (move: string) => (PREFERRED.findIndex((verb) => move.startsWith(verb)) + 100) % 100
  const best = [...moves].sort((a, b) => rank(a) - rank(b))[0]
  if (best === undefined) throw new Error('nothing can be played')
  return best
}

/** What to tap for a move: the last element offering it, as the second step of a choice follows the first. */
export const target = (page: Page, move: string) => page.locator(`[data-move="${move}"]`).last()

export async function byMouse(page: Page, move: string): Promise<void> {
  await target(page, move).click()
}

export async function byTouch(page: Page, move: string): Promise<void> {
  await target(page, move).tap()
}

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, there: Locator): Promise<void> {
  const reached = there.and(page.locator(':focus'))
  for (let steps = 0; steps < 120; steps++) {
    if (await reached.count()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${there}`)
}

/** Chooses a radio button by keyboard. */
export async function chooseByKeyboard(page: Page, what: string, value: string): Promise<void> {
  const radios = page.getByRole('group', { name: what }).getByRole('radio')
  const wanted = page.getByRole('group', { name: what }).getByRole('radio', { name: value, exact: true })
  await tabTo(page, radios)
  for (let steps = 0; steps < 12 && !(await wanted.isChecked()); steps++) await page.keyboard.press('ArrowRight')
  await expect(wanted).toBeChecked()
}

/** Janus for Ada, Ben and Cleo at one device, to be ended by agreement; no triplet comes up when each draws once. */
export function threeAtOneDevice(page: Page): Promise<void> {
  return openRecord(page, 'web/e2e/records/janus-agreed.jsonl', 'end', 1, { name: 'Ada', others: { 2: { name: 'Ben' }, 3: { name: 'Cleo' } } })
}

/** Gives a person a name, on the first page. */
export async function nameOf(page: Page, name: string): Promise<void> {
  await page.goto(address())
  await page.getByRole('button', { name: 'Your name' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${name} (Change name)` })).toBeVisible()
}

/** Opens a table for friends, who come by link. */
export async function openForFriends(page: Page, game: string, players: string): Promise<void> {
  await page.goto(address(`/new/${game}`))
  await choose(page, 'Who’s playing?', 'Friends')
  await choose(page, 'How many players?', players)
  await page.getByRole('button', { name: 'Open the table' }).click()
}

/** Several people at one device: the player before has seen enough, and the next one opens the curtain. */
export async function passOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the curtain' }).click()
  await page.getByRole('button', { name: /I am \w+: open/ }).click()
}

/** Friends open the links of a waiting table, each in a browser of their own. */
export async function friends(
  browser: Browser,
  host: Page,
  count: number,
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let seat = 2; seat < 2 + count; seat++) {
    const link = host.getByLabel(`Link for seat ${seat}`).first()
    await expect(link).toBeVisible()
    const visit = await visitor(browser)
    await prepare(visit.page)
    await visit.page.goto(await link.inputValue())
    await visit.page.getByRole('button', { name: 'Take a seat' }).click()
    await expect(visit.page.getByRole('button', { name: 'Menu' })).toBeVisible()
    visits.push(visit)
  }
  return visits
}

export async function resign(page: Page, consequence: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Resign' }).click()
  await expect(page.getByText(consequence)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, resign' }).click()
}

/** The status line is there: the game has started. */
export const ready = (page: Page) => expect(page.locator('[data-status]')).toBeVisible({ timeout: 60_000 })

/** Plays the next move that the keyboard reaches. */
export async function byKeyboard(page: Page): Promise<void> {
  await tabTo(page, page.locator('[data-move]'))
  await page.keyboard.press('Enter')
}

/** Waits until the table has changed: the gesture had an effect. A refusal is an error. */
export async function changed(page: Page, before: TableState): Promise<void> {
  const looks = async () => JSON.stringify(await tableState(page))
  await expect.poll(looks, { intervals: [5, 10, 20, 50, 100] }).not.toBe(JSON.stringify(before))
  await expect(page.locator('.toast:not(.said)')).toHaveCount(0)
}

/** The table as soon as something can be played or the game is over; both are read at one instant, as moves come and go. */
export async function toPlay(page: Page): Promise<TableState> {
  let state = await tableState(page)
  const read = async () => {
    state = await tableState(page)
    return state.over || state.moves.length > 0
  }
  await expect.poll(read, { intervals: [5, 10, 20, 50, 100] }).toBe(true)
  return state
}

/** Plays until the result is shown, or for `limit` gestures. Each must work at the first try. */
export async function playOn(
  page: Page,
  play: (page: Page, move: string) => Promise<unknown> = byMouse,
  limit = Infinity,
): Promise<number> {
  for (let made = 0; made < limit; made++) {
    const before = await toPlay(page)
    if (before.over) return made
    await play(page, nextMove(before))
    await changed(page, before)
  }
  return limit
}

/** The page has checked the deal without being asked, and everything is proved to it. */
export async function expectFairDeal(page: Page): Promise<void> {
  const fair = page.getByTestId('fair')
  await expect(fair.locator('summary')).toHaveText('This page has checked the deal: nobody chose it.')
  await fair.locator('summary').click()
  await expect(fair.getByRole('listitem')).toHaveCount(6)
}
