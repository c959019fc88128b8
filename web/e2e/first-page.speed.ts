// How soon the first page can be used, on a machine four times slower than this one. A measurement, not a test: it prints.
import { address, test } from './fixtures'

const SLOWER = 4
const TRIES = 9

interface Times {
  /** The first cover can be clicked. */
  usable: number
  /** The end of the last task that kept the page from answering at once; what is later of the two is "interactive". */
  busy: number
}

test('first page', async ({ browser }) => {
  const rows: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
  for (let tries = 0; tries < TRIES; tries++) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const times = { usable: 0, busy: 0 }
      Object.assign(window, { times })
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) times.busy = startTime + duration
      }).observe({ type: 'longtask', buffered: true })
      new MutationObserver((_, watch) => {
        if (!document.querySelector('a[href="/new/titus"] img')) return
        times.usable = performance.now()
        watch.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    const inspector = await context.newCDPSession(page)
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    for (const kind of ['cold', 'warm'] as const) {
      await page.goto(address(), { waitUntil: 'load' })
      await page.locator('a[href="/new/titus"] img').waitFor()
      await page.waitForTimeout(1000)
      const { usable, busy } = await page.evaluate(() => (window as unknown as { times: Times }).times)
      rows[kind].push(Math.round(Math.max(usable, busy)))
    }
    await context.close()
  }
  for (const [kind, times] of Object.entries(rows)) {
    const sorted = times.sort((a, b) => a - b)
    console.log(`${kind}: interactive after ${sorted[TRIES >> 1]} ms (median of ${TRIES}; ${sorted[0]} to ${sorted.at(-1)} ms)`)
  }
})
