// The table: watchers, one device for several players, languages, phones, undo, reactions, another round.
import { readFileSync } from 'node:fs'
import {
  address, byTouch, choose, expect, expectAccessible, expectNoOverflow, GAMES, openRecord, playOn, start, stopClock, test, threeAtOneDevice, visitor,
} from './fixtures'

test('a watcher sees the game and can do nothing', async ({ browser, guest: page }) => {
  await start(page, 'janus', 3)
  const { page: watcher, complaints } = await visitor(browser)
  await watcher.goto(page.url())
  await expect(watcher.locator('[data-status]')).toBeVisible()
  const log = watcher.locator('section[aria-label="What happened"] li button')
  await playOn(page, undefined, 5)
  await expect.poll(() => log.count()).toBeGreaterThan(1)
  await expect(watcher.locator('[data-move]')).toHaveCount(0)
  // No side of any card in a hand: neither own nor outer ones.
  const faces = await watcher.locator('section [data-piece]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-face')))
  expect(faces.filter((face) => face !== null && face !== '?')).toEqual([])
  await expect(page.getByText('1 spectator')).toBeAttached()
  await expect(watcher.getByText('You are watching.')).not.toHaveCount(0)
  await expectAccessible(watcher)
  expect(complaints).toEqual([])
  await watcher.context().close()
})

test('three people at one device: a curtain between their views', async ({ guest: page }) => {
  await threeAtOneDevice(page)
  const seen = new Set<string>()
  for (let turn = 0; turn < 3; turn++) {
    const open = page.getByRole('button', { name: /I am \w+: open/ })
    await expect(open).toBeVisible()
    await expect(page.locator('[data-piece]')).toHaveCount(0)
    if (turn === 0) await expectAccessible(page)
    seen.add((await open.textContent()) ?? '')
    await open.click()
    await page.locator('[data-move="draw"]').click()
    await page.locator('[data-move="end"]').click()
    // The player sees what their last action did, and only then closes the curtain.
    const close = page.getByRole('button', { name: 'Close the curtain' })
    await expect(close).toBeVisible()
    await expect(page.locator('section[data-drop="hand"] .fan [data-piece]')).toHaveCount(3)
    if (turn === 0) await expectAccessible(page)
    await close.click()
  }
  expect(seen.size).toBe(3)
})

const GREETINGS = {
  en: ['Games with two faces', 'Your turn'],
  fr: ['Des jeux à deux faces', 'À vous'],
  nl: ['Spellen met twee kanten', 'Jouw beurt'],
  de: ['Spiele mit zwei Gesichtern', 'Du bist am Zug'],
} as const

for (const [lang, [greeting, turn]] of Object.entries(GREETINGS)) {
  test(`speaks ${lang}`, async ({ browser }) => {
    const { page, complaints } = await visitor(browser, { locale: lang })
    await page.goto(address())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expectAccessible(page)
    await page.goto(address('/new/titus'))
    await page.locator('form button.primary').click()
    await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
    await expect(page.locator('[data-status]')).toContainText(turn)
    await page.goto(address('/rules/titus'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const written = readFileSync(new URL(`../../docs/rules/titus.${lang}.md`, import.meta.url), 'utf8')
    await expect(page.locator('.rules img[alt]:not([alt=""])')).toHaveCount(written.split('](pictures/').length - 1)
    const picture = page.locator('.rules img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    if (lang === 'en') await expectAccessible(page)
    await page.locator('.rules a.primary').click()
    await expect(page).toHaveURL(/\/new\/titus$/)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

test('the language changes in the middle of a game, the log with it', async ({ guest: page }) => {
  await start(page, 'nummerus')
  await playOn(page, undefined, 2)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expectAccessible(page)
  await choose(page, 'Language', 'Deutsch')
  await page.keyboard.press('Escape')
  await expect(page.locator('section[aria-label="Verlauf"] li').first()).toContainText(/Chip/)
})

test('a turn is announced in the title and to screen readers; sounds and notifications are off at first', async ({ guest: page }) => {
  await start(page, 'nummerus', 2)
  await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
  await expect(page).toHaveTitle('◆ Your turn – Nummerus')
  await expect(page.locator('[aria-live=polite]')).toContainText('It is your turn.')
  await playOn(page, undefined, 1)
  await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
  await expect(page.locator('[aria-live=polite]')).toHaveText(/^Novice bot takes pawn \d+\. It is your turn\.$/)
  await page.getByRole('button', { name: 'Settings' }).click()
  for (const what of ['Sounds', 'Notifications']) {
    await expect(page.getByRole('group', { name: what }).getByRole('radio', { name: 'Off' })).toBeChecked()
  }
  await choose(page, 'Colours', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

for (const [name, viewport] of Object.entries({
  'a phone': { width: 360, height: 640 },
  'a phone on its side': { width: 740, height: 360 },
})) {
  test(`everything fits on ${name}`, async ({ browser }) => {
    const { page, complaints } = await visitor(browser, { viewport, hasTouch: true, colorScheme: 'dark' })
    await page.goto(address())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoOverflow(page)
    for (const game of GAMES) {
      await page.goto(address(`/new/${game}`))
      await page.getByText('Options, time, seats').click()
      await expectNoOverflow(page)
      await page.getByRole('button', { name: 'Start' }).click()
      await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
      await playOn(page, byTouch, 4)
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

test('a name is remembered, a move taken back, a reaction shown, a table found again', async ({ guest: page }) => {
  await page.goto(address())
  await page.getByRole('button', { name: 'Your name' }).click()
  await page.getByLabel('Your name').fill('Livia')
  await page.keyboard.press('Enter')
  await start(page, 'nummerus', 1)
  await expect(page.getByText('Livia').first()).toBeVisible()
  await playOn(page, undefined, 1)
  const log = page.locator('section[aria-label="What happened"] li button')
  await expect(log).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(log).toHaveCount(0)
  await page.getByRole('button', { name: 'React' }).click()
  await stopClock(page)
  await page.getByRole('button', { name: 'Good luck!' }).click()
  await expect(page.locator('.bubble')).toContainText('Good luck!')
  await page.clock.resume()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const table = page.url()
  await page.goto(address())
  await page.getByRole('heading', { name: 'My games' }).waitFor()
  await page.locator(`a[href="${new URL(table).pathname}"]`).click()
  await expect(page.locator('[data-status]')).toBeVisible()
})

test('another round, and the same deal again', async ({ guest: page }) => {
  const solitaire = 'tests/samples/nummerus.jsonl:25'
  await openRecord(page, solitaire, 0, 1)
  const fields = () => page.locator('.wood [data-piece]').evaluateAll((all) => all.map((piece) => piece.getAttribute('data-piece')))
  await expect(page.locator('.wood [data-piece]')).toHaveCount(49)
  const first = await fields()
  await openRecord(page, solitaire, 47, 1)
  await playOn(page)
  const download = page.waitForEvent('download')
  await page.getByText('Save the game').click()
  expect((await download).suggestedFilename()).toContain('nummerus')
  await page.getByRole('button', { name: 'Same deal again' }).click()
  await expect(page.locator('.wood [data-piece]')).toHaveCount(49)
  expect(await fields()).toEqual(first)
})

test('a missing page or table is reported', async ({ browser }) => {
  const { page } = await visitor(browser)
  for (const path of ['/table/abcdefghijkm', '/join/nothing', '/nowhere', '/new/chess']) {
    await page.goto(address(path))
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible()
    await expectAccessible(page)
  }
  await page.context().close()
})
