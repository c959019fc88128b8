// Following the game: what others did stays marked.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, openRecord, resize, stopClock, test, visitor } from './fixtures'

const traces = (page: Page) => page.getByTestId('traces').locator('[data-trace]')
const by = (page: Page, seat: number) => page.getByTestId('traces').locator(`[data-trace][data-by="${seat}"]`)

test('what another person did stays marked until my next move, with its way', async ({ browser, guest: page }) => {
  const { page: friend, complaints } = await visitor(browser)
  await openRecord(page, 'tests/samples/titus.jsonl:1', 0, 1, { name: 'Ada', others: { 2: friend } })
  await friend.goto(page.url())
  await expect(friend.locator('[data-status]')).toContainText('Ada')
  // My own moves leave no trace on my board, but on my friend's.
  await page.locator('[data-move="draw"]').click()
  await expect(by(friend, 1)).toHaveCount(1)
  await expect(by(friend, 1).locator('.line').first()).toHaveAttribute('d', /M/)
  await expect(traces(page)).toHaveCount(0)
  await page.locator('[data-move="place"]').click()
  // The coin went from the pile to the reserve: one ring, one arrow, and the line under the name tells whose.
  await friend.locator('[data-move="draw"]').waitFor()
  await expect(by(friend, 1)).toHaveCount(1)
  await expect(friend.getByTestId('traces').locator('[data-by-name="1"]')).toHaveCount(1)
  await expectAccessible(friend)
  // A reader who comes back sees the same.
  await friend.reload()
  await expect(by(friend, 1)).toHaveCount(1)
  await friend.locator('[data-move="draw"]').click()
  await expect(traces(friend)).toHaveCount(0)
  await expect(by(page, 2)).toHaveCount(1)
  expect(complaints).toEqual([])
  await friend.context().close()
})

/** Nummerus for four, the others bots; it is my turn. */
const againstBots = (page: Page) => openRecord(page, 'tests/samples/nummerus.jsonl:17', 0, 1, { name: 'Ada' })

test('bots are followed at the reader’s pace, or at once; then everything is shown again', async ({ browser }) => {
  const { page, complaints } = await visitor(browser, { reducedMotion: 'no-preference' })
  await againstBots(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('group', { name: 'Speed' }).getByRole('radio', { name: 'Calm' }).check()
  await page.keyboard.press('Escape')
  /** When each move was shown, by the clock of the page. */
  await page.evaluate(() => {
    const status = document.querySelector('[data-status]')
    const times: Record<string, number> = ((window as unknown as Record<string, unknown>)['times'] = {} as Record<string, number>)
    if (status) new MutationObserver(() => (times[status.getAttribute('data-at') ?? ''] ??= performance.now())).observe(status, { attributeFilter: ['data-at'] })
  })
  await page.locator('[data-move]').first().click()
  await expect(page.locator('[data-status]')).toHaveAttribute('data-at', '4')
  const times = await page.evaluate(() => (window as unknown as { times: Record<string, number> }).times)
  for (const at of [3, 4]) expect((times[at] ?? 0) - (times[at - 1] ?? 0)).toBeGreaterThan(1400)
  // My turn begins as soon as the last move is shown, and all three bots are marked.
  await page.locator('[data-move]').first().waitFor()
  for (const seat of [2, 3, 4]) await expect(page.getByTestId('traces').locator(`[data-trace][data-by="${seat}"]`).first()).toBeAttached()
  // Again, by key: from the position after my move on, with the words of each; nothing can be played meanwhile.
  const lines = await page.locator('[data-line] button').allTextContents()
  await stopClock(page)
  await page.keyboard.press('a')
  await expect(page.locator('[data-status]')).toHaveText(lines[1] ?? '')
  await expect(page.locator('.wood [data-piece^="pawn"]')).toHaveCount(46)
  await expect(page.locator('[data-move]')).toHaveCount(0)
  const later = async () => {
    await page.clock.runFor(2500)
    return page.locator('[data-status]').textContent()
  }
  await expect.poll(later).toBe(lines[2])
  await expect(page.locator('.wood [data-piece^="pawn"]')).toHaveCount(45)
  await page.getByRole('button', { name: 'Back to the game' }).click()
  await expect(page.locator('.wood [data-piece^="pawn"]')).toHaveCount(44)
  await page.clock.resume()
  // Who does not want to wait touches the board.
  await page.locator('[data-move]').first().click()
  await expect(page.locator('[data-status]')).toHaveAttribute('data-at', '6')
  await page.locator('.wood').dispatchEvent('pointerdown')
  await page.locator('[data-move]').first().waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the log is grouped by turn, and opens at its end on a phone that is shared', async ({ guest: page }) => {
  await resize(page, { width: 390, height: 844 })
  const others = { 2: { name: 'Ben' }, 3: { name: 'Cleo' }, 4: { name: 'Dora' } }
  await openRecord(page, 'tests/samples/titus.jsonl:17', 60, 1, { name: 'Ada', others })
  await page.getByRole('button', { expanded: false }).and(page.locator('.last')).click()
  const log = page.getByRole('region', { name: 'What happened' })
  await expect(log.locator('[data-line]').last()).toBeInViewport()
  await expect(log.locator('[data-line]').first()).not.toBeInViewport()
  const groups = await log.locator('.turn').evaluateAll((turns) =>
    turns.map((turn) => [turn.querySelector('.who')?.textContent, turn.querySelectorAll('[data-line]').length] as const),
  )
  expect(groups.reduce((sum, [, lines]) => sum + lines, 0)).toBe(60)
  expect(groups.slice(0, 4).map(([name]) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dora'])
  // Numbers of coins are printed nowhere, so no line speaks of them.
  expect((await log.textContent()) ?? '').not.toContain('#')
  await expectAccessible(page)
})
