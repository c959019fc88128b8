// How soon the first page can be used, on a machine four times slower than this one. A measurement, not a test: it prints.
// The times on the clock hold for a machine that does nothing else; the CPU time of the page's own thread holds on any.
import { address, test } from './fixtures'

const SLOWER = 4
const TRIES = 9

interface Times {
  /** The first cover can be clicked. */
  usable: number
  /** The end of the last task that kept the page from answering at once; what is later of the two is "interactive". */
  busy: number
  /** CPU time of the page's own thread until all was still, four times slowed down. */
  cpu: number
}

test('first page', async ({ browser }) => {
  const rows: Record<'cold' | 'warm', Times[]> = { cold: [], warm: [] }
  for (let tries = 0; tries < TRIES; tries++) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const times = { usable: 0, busy: 0, cpu: 0 }
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
    await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
    const worked = async () => {
      const { metrics } = await inspector.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
    }
    for (const kind of ['cold', 'warm'] as const) {
      await page.goto(address(), { waitUntil: 'load' })
      await page.locator('a[href="/new/titus"] img').waitFor()
      await page.waitForTimeout(1000)
      const times = await page.evaluate(() => (window as unknown as { times: Times }).times)
      rows[kind].push({ ...times, cpu: await worked() })
    }
    await context.close()
  }
  for (const [kind, times] of Object.entries(rows)) {
    const spread = (of: (time: Times) => number) => {
      const sorted = times.map(of).sort((a, b) => a - b).map(Math.round)
      return `${sorted[TRIES >> 1]} ms (${sorted[0]} to ${sorted.at(-1)})`
    }
    const interactive = spread(({ usable, busy }) => Math.max(usable, busy))
    console.log(`${kind}: covers after ${spread(({ usable }) => usable)}, interactive after ${interactive}`)
    console.log(`  CPU time of all that the page does at its start: ${spread(({ cpu }) => cpu)}; medians and ranges of ${TRIES}`)
  }
})
