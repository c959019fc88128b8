// What every test stands on: a page at the real server, no complaint on the console, a look for barriers, ways to play.
import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'

export const GAMES = ['titus', 'janus', 'nummerus'] as const
export type Game = (typeof GAMES)[number]

interface Visit {
  page: Page
  complaints: string[]
}

/** What the tests themselves cause, and not the page. */
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

/** Another person with a browser of his own. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', locale: 'en-GB', ...options })
  const page = await context.newPage()
  return { page, complaints: listen(page) }
}

export const test = base.extend<{ guest: Page; shy: RegExp[] }>({
  shy: [[], { option: true }],
  guest: async ({ browser, shy }, use) => {
    const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', locale: 'en-GB' })
    const page = await context.newPage()
    const complaints = listen(page, shy)
    await use(page)
    expect(complaints).toEqual([])
    await context.close()
  },
})

export { expect }

export async function noBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
}

export async function choose(page: Page, what: string, value: string): Promise<void> {
  await page.getByRole('group', { name: what }).getByRole('radio', { name: value, exact: true }).check()
}

/** From the first page to a running game: two clicks. */
export async function start(page: Page, game: Game, players?: number): Promise<void> {
  await page.goto(address())
  await page.locator(`a[href="/new/${game}"]`).click()
  if (players !== undefined) {
    await choose(page, 'How many players?', players === 1 ? 'solitaire' : String(players))
  }
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('[data-status]')).toBeVisible({ timeout: 30_000 })
}

export const result = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Play again' })

/** Which moves bring a game to its end soonest, when any would do: first come first. */
const EAGER = ['score', 'join', 'merge', 'discard', 'draw', 'take', 'place', 'end', 'swap']

export async function nextMove(page: Page): Promise<string | null> {
  const moves = await page.locator('[data-move]').evaluateAll((targets) => targets.map((target) => target.getAttribute('data-move') ?? ''))
  const rank = (move: string) => EAGER.findIndex((verb) => move.startsWith(verb))
  return moves.sort((a, b) => rank(a) - rank(b))[0] ?? null
}

export async function byMouse(page: Page, move: string): Promise<void> {
  await page.locator(`[data-move="${move}"]`).last().click({ timeout: 5000 })
}

/** From wherever the focus is, on to the next thing that can be played, as one does without a mouse. */
export async function byKeyboard(page: Page): Promise<void> {
  const there = () => page.evaluate(() => document.activeElement?.hasAttribute('data-move') ?? false)
  for (let steps = 0; steps < 80; steps++) {
    if (await there()) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
}

/** Play until the result lies on the table, or for so many moves. */
export async function playOn(
  page: Page,
  play: (page: Page, move: string) => Promise<unknown> = byMouse,
  most = Infinity,
): Promise<number> {
  let made = 0
  while (made < most) {
    const target = page.locator('[data-move]').first()
    await target.or(result(page)).first().waitFor({ timeout: 60_000 })
    if (await result(page).isVisible()) break
    const move = await nextMove(page)
    if (move === null) continue
    const gone = await play(page, move).then(
      () => true,
      () => false,
    )
    if (gone) made++
    await page.waitForTimeout(30)
  }
  return made
}
