// Around the game: titles, wrong and cut-off links, no network, rules beside the board, keys, the skip link.
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { SIZES } from './fit'
import { address, expect, expectAccessible, expectNoOverflow, listen, nameOf, newContext, openForFriends, openRecord, ready, resize, result, start, stopClock, test, visitor } from './fixtures'
import { get } from './luck'

const NOT_FOUND = [/status of 404/]

test('a wrong or cut-off link says so, helps on, and has status 404', async ({ browser }) => {
  const { page, complaints } = await visitor(browser, { viewport: { width: 320, height: 640 } }, NOT_FOUND)
  for (const [path, words] of [
    ['/nowhere', 'There is nothing here.'],
    ['/new/chess', ''],
    ['/table/abc', 'This link is not complete, or no longer valid.'],
    ['/table', 'This link is not complete, or no longer valid.'],
    ['/join/nothing', 'This link is not complete, or no longer valid.'],
    ['/table/abcdefghijkm', 'There is no such table.'],
  ] as const) {
    const answer = await page.goto(address(path))
    expect([path, answer?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible()
    if (words) await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('One moment')).toHaveCount(0)
  }
  await expect(page.getByText('copy the whole link')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('main').getByRole('link', { name: 'Titus' }).click()
  await expect(page).toHaveTitle('Titus – Recto Verso')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('pages have titles, and a table tells in its title whose turn it is', async ({ guest: page }) => {
  await page.goto(address('/rules/janus'))
  await expect(page).toHaveTitle('Rules of Janus – Recto Verso')
  await openRecord(page, 'tests/samples/nummerus.jsonl:1', 0, 1)
  await expect(page).toHaveTitle('◆ Your turn – Nummerus')
  await openRecord(page, 'tests/samples/nummerus.jsonl:1', 'end', 1)
  await expect(page).toHaveTitle('Over – Nummerus')
})

test('the rules open beside the board at the chapter that matters now; keys have a list and can be turned off', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1)
  await page.locator('[data-move]').first().waitFor()
  await page.keyboard.press('r')
  const rules = page.getByRole('region', { name: 'Rules of the game' })
  await expect(rules.locator('.now')).toContainText('What matters now')
  await expect(rules.locator('.now h3')).toHaveText('A · the top coin of the pile')
  await expect(rules.locator('.now h3')).toBeInViewport()
  await expectAccessible(page)
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    await rules.getByRole('button', { name: 'Close' }).click()
    await expect(rules).toHaveCount(0)
    await page.getByRole('button', { name: 'Rules of the game' }).click()
    await expect(rules.locator('.now h3')).toBeInViewport()
  }
  await resize(page, SIZES['a laptop'])
  await page.keyboard.press('Escape')
  await expect(rules).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(page.locator('[data-move]:focus')).toHaveCount(1)
  await page.keyboard.press('l')
  await expect(page.locator('[data-line] button:focus')).toHaveCount(1)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('To the first possible move')).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('radio', { name: 'Off' }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(rules).toHaveCount(0)
  // They come back where they were turned off.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(list).toBeVisible()
})

test('the first Tab offers to skip to the content', async ({ guest: page }) => {
  await page.goto(address())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

const offline = (page: Page) => page.getByText('The server cannot be reached just now.')

test('without a network it is said at once; the start page, rules and a replay that was seen can be read', async ({ browser }) => {
  const context = await newContext(browser, { serviceWorkers: 'allow' })
  const page = await context.newPage()
  const complaints = listen(page, [/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/])
  await page.goto(address())
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const kept = () => page.evaluate(async () => (await (await caches.open('rectoverso-kept')).keys()).length)
  await expect.poll(kept).toBeGreaterThanOrEqual(3)
  const pictures = readdirSync(new URL('../../docs/rules/pictures/', import.meta.url)).length
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('rectoverso-pictures')).keys()).length)).toBe(pictures)
  await openRecord(page, 'tests/samples/nummerus.jsonl:1', 'end', 1)
  await expect(result(page)).toBeVisible()
  await page.getByRole('link', { name: 'Replay' }).click()
  await expect(page.locator('.text[data-at]')).toBeVisible()
  await expect.poll(kept).toBeGreaterThanOrEqual(5)
  const replay = page.url()
  await context.setOffline(true)
  // At once: while the clock of the page stands still.
  await stopClock(page)
  await page.goto(address())
  await expect(offline(page)).toBeVisible()
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Games with two faces' })).toBeVisible()
  await expectAccessible(page)
  for (const game of ['titus', 'janus']) {
    await page.goto(address(`/rules/${game}`))
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    for (const picture of await page.locator('.rules img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
  }
  await page.goto(replay)
  await expect(page.locator('.text[data-at]')).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('a server that does not answer is reported within three seconds', async ({ guest: page }) => {
  await start(page, 'nummerus', 1)
  const table = page.url()
  await page.routeWebSocket(/\/api\/socket/, () => undefined)
  await page.clock.install()
  await page.goto(table)
  await page.clock.runFor(3100)
  await expect(page.getByText('Connection lost: reconnecting…').first()).toBeVisible()
  await page.unrouteAll()
})

test('more reactions, which fit on a small phone', async ({ browser }) => {
  const { page } = await visitor(browser, { viewport: { width: 320, height: 568 } })
  await start(page, 'nummerus', 1)
  await ready(page)
  await page.getByRole('button', { name: 'React' }).click()
  await expectNoOverflow(page)
  await stopClock(page)
  await page.getByRole('button', { name: 'Nice move!' }).click()
  await expect(page.locator('.bubble')).toContainText('Nice move!')
  await page.clock.resume()
  await expectAccessible(page)
  await page.context().close()
})

test('a link is shared by the system’s share sheet, or as a QR code, and brings a friend to the table', async ({ browser, guest: page }) => {
  await nameOf(page, 'Anna')
  await page.addInitScript(() => {
    const shared = ((window as unknown as Record<string, unknown>)['shared'] = [] as unknown[])
    navigator.share = (what) => Promise.resolve(void shared.push(what))
  })
  await openForFriends(page, 'titus', '2')
  const link = await page.getByLabel('Link for seat 2').first().inputValue()
  await page.getByRole('button', { name: 'Share' }).first().click()
  const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
  expect(shared).toEqual([{ title: 'Recto Verso', text: expect.stringContaining('Titus') as unknown, url: link }])
  await expect(page.getByRole('img', { name: 'Link for seat 2' })).toBeVisible()
  // Anybody who gets it sees who invites to what, as a preview and on the page.
  const { page: friend, complaints } = await visitor(browser, { viewport: SIZES['a small phone'] })
  await friend.goto(link)
  const preview = (what: string) => friend.locator(`meta[property="og:${what}"]`)
  await expect(preview('title')).toHaveAttribute('content', 'Anna invites you to play Titus – Recto Verso')
  const picture = await get(friend, (await preview('image').getAttribute('content')) ?? '')
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  await friend.getByLabel('What shall the others call you?').fill('Ben')
  await friend.getByRole('button', { name: 'Take a seat' }).click()
  for (const [who, other] of [[page, 'Ben'], [friend, 'Anna']] as const) {
    await ready(who)
    await expect(who.locator('.board').getByText(other, { exact: true }).first()).toBeVisible()
  }
  expect(complaints).toEqual([])
  await friend.context().close()
})
