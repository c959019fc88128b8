// Following the game: what others did stays marked.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, openRecord, test, visitor } from './fixtures'

const traces = (page: Page) => page.getByTestId('traces').locator('[data-trace]')
const by = (page: Page, seat: number) => page.getByTestId('traces').locator(`[data-trace][data-by="${seat}"]`)

test('what another person did stays marked until my next move, with its way', async ({ browser, guest: page }) => {
  const { page: friend, complaints } = await visitor(browser)
  await friend.goto(process.env['RECTOVERSO_URL'] ?? '')
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
