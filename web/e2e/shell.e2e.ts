// The page as an app: installable, caches nothing the server says, keeps the content security policy, animates without layout.
import type { Page } from '@playwright/test'
import { address, choose, expect, expectAccessible, listen, newContext, openRecord, playOn, start, test } from './fixtures'

test('the page can be installed, opens without a network, and keeps little of what the server says', async ({ browser }) => {
  const context = await newContext(browser, { serviceWorkers: 'allow' })
  const page = await context.newPage()
  const complaints = listen(page)
  await page.goto(address())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).reduce((a, b) => a + b, 0)))
    .toBeGreaterThan(10)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((path) => path.startsWith('/api') && !/^\/api\/rules\/\w+\/pictures\//.test(path))).toEqual([])
  // Of what the server says, only rules and finished games are kept.
  expect(kept.filter((path) => path.startsWith('/kept/') && !/^\/kept\/(rules|record|replay)\//.test(path))).toEqual([])
  expect(complaints).toEqual([])
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return link ? ((await (await fetch(link.href)).json()) as { icons: unknown[]; display: string }) : null
  })
  expect(manifest?.display).toBe('standalone')
  expect(manifest?.icons.length).toBeGreaterThan(2)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('The server cannot be reached just now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Games with two faces' })).toBeVisible()
  await context.close()
})

test('what is not accessible is found', async ({ guest: page }) => {
  await page.goto(address())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'Pale'
    Object.assign(pale.style, { color: '#777', background: '#888' })
    document.querySelector('main')?.append(pale, document.createElement('button'))
  })
  await expect(expectAccessible(page)).rejects.toThrow(/button-name[^]*color-contrast|color-contrast[^]*button-name/)
})

test('the page obeys a strict content security policy', async ({ guest: page }) => {
  const answer = await page.goto(address())
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
})

test('a page whose version differs from the server reloads once', async ({ guest: page }) => {
  let loads = 0
  page.on('load', () => loads++)
  await page.routeWebSocket(/\/api\/socket/, (near) => {
    const far = near.connectToServer()
    near.onMessage((text) => far.send(text))
    far.onMessage((text) => near.send(String(text).replace(/"server":"[^"]+"/, '"server":"99.0.0"')))
  })
  await start(page, 'nummerus', 1)
  await expect.poll(() => loads).toBe(2)
  await playOn(page, undefined, 3)
  expect(loads).toBe(2)
})

interface TraceEvent {
  name: string
  ph: string
}

/** How many layouts the browser's own trace shows while something happens. */
async function layoutsDuring(page: Page, what: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink'] })
  await what()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  expect(traceEvents.some(({ name }) => name === 'PrePaint' || name === 'Paint' || name === 'Commit')).toBe(true)
  return traceEvents.filter(({ name }) => name === 'Layout').length
}

/** How far the coin has turned, from 0 to 1, and whether it is seen at an angle. */
const turning = (page: Page) =>
  page.evaluate(() => {
    const coin = document.querySelector('.coin .two-sided.turning')
    const turn = coin?.getAnimations()[0]
    const matrix = coin && new DOMMatrix(getComputedStyle(coin).transform)
    return { share: turn?.effect?.getComputedTiming().progress ?? null, tilted: matrix ? !matrix.is2D : false }
  })

test('turning a coin over causes no layout', async ({ browser }) => {
  const context = await newContext(browser, { reducedMotion: 'no-preference' })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('rectoverso.settings', JSON.stringify({ speed: 'off' })))
  await openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1)
  await page.getByRole('button', { name: 'Settings' }).click()
  await choose(page, 'Speed', 'Calm')
  await page.keyboard.press('Escape')
  // Slow enough to be looked at, however busy the machine is.
  const inspector = await context.newCDPSession(page)
  await inspector.send('Animation.enable')
  await inspector.send('Animation.setPlaybackRate', { playbackRate: 0.005 })
  await page.locator('[data-move^="swap"]').first().click()
  await page.getByRole('button', { name: /^Exchange/ }).last().click()
  await page.locator('.coin .two-sided.turning').first().waitFor({ state: 'attached' })
  await expect.poll(async () => (await turning(page)).tilted).toBe(true)
  const first = await turning(page)
  const share = async () => (await turning(page)).share ?? 1
  const layouts = await layoutsDuring(page, () => expect.poll(share).toBeGreaterThan((first.share ?? 1) + 0.005))
  const last = await turning(page)
  expect(last).toMatchObject({ tilted: true })
  expect(last.share).toBeLessThan(1)
  expect(layouts).toBe(0)
  // The same trace does see a layout where there is one.
  const seen = await layoutsDuring(page, async () => {
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.titus')?.style.setProperty('padding-top', '9px')
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
  })
  expect(seen).toBeGreaterThan(0)
  await context.close()
})
