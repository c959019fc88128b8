// The shell: installable, never caching what the server says, at peace with the content security policy, smooth.
import { address, expect, listen, start, test } from './fixtures'

test('the page is installed, opens without a network, and keeps nothing the server says', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
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
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(complaints).toEqual([])
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return link ? ((await (await fetch(link.href)).json()) as { icons: unknown[]; display: string }) : null
  })
  expect(manifest?.display).toBe('standalone')
  expect(manifest?.icons.length).toBeGreaterThan(2)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible()
  await context.close()
})

test('the page obeys a strict content security policy', async ({ guest: page }) => {
  const answer = await page.goto(address())
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
})

test('while a coin turns and travels nothing is laid out again', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'no-preference', locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('rectoverso.settings', JSON.stringify({ speed: 'slow' })))
  await start(page, 'titus', 2)
  const inspector = await context.newCDPSession(page)
  await inspector.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value
  }
  await page.locator('[data-move="draw"]').click({ timeout: 60_000 })
  await page.locator('.travelling').first().waitFor({ state: 'attached' })
  // Slow enough to be looked at, however busy the machine is.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.playbackRate = 0.05
  })
  const before = await layouts()
  await page.waitForTimeout(300)
  expect(await page.locator('.travelling').count()).toBeGreaterThan(0)
  expect(await layouts()).toBe(before)
  await context.close()
})
