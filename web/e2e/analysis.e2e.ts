// The analysis of a finished game, and what it tells of my play.
import type { Page } from '@playwright/test'
import { address, expect, expectAccessible, expectNoOverflow, openRecord, resize, test } from './fixtures'

const phone = { width: 320, height: 640 }

/** On a phone, too, no figure of a table is out of sight. */
async function expectAllFigures(page: Page): Promise<void> {
  const over = () => page.locator('.figures').evaluate((box) => box.scrollWidth - box.clientWidth)
  await expect.poll(over).toBeLessThanOrEqual(0)
}

test('a finished game is analysed: graph, costly moves, turning points, what was seen beside what was', async ({ guest: page }) => {
  test.setTimeout(600_000)
  await openRecord(page, 'tests/samples/janus.jsonl:5', 'end', 1)
  await page.getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Analysis' }).click()
  const sheet = page.getByRole('dialog', { name: 'Analysis' })
  await expect(sheet.getByRole('progressbar').or(sheet.getByRole('table')).first()).toBeVisible()
  await expect(sheet.getByRole('img', { name: /Chance of winning/ })).toBeVisible({ timeout: 400_000 })
  await expect(sheet.getByRole('table')).toBeVisible({ timeout: 400_000 })
  await expect(sheet.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Next turn' }).press('Enter')
  await sheet.getByRole('button', { name: 'Next turn' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Previous turn' })).toBeEnabled()
  await expect(sheet.getByRole('heading', { name: 'Turning points' })).toBeVisible()
  const costly = sheet.locator('section', { hasText: 'The most costly moves' })
  await expect(costly.getByText('Better:').first()).toBeVisible()
  await expect(costly).toContainText('“you” is the player who moved')
  await costly.getByRole('button', { name: 'What was seen, and what was there' }).first().click()
  await expect(sheet.locator('figure .board')).toHaveCount(2)
  await expect(sheet.locator('figure .board').nth(1).locator('[data-piece]').first()).toBeVisible()
  // The same places in both, so that they can be compared.
  const seats = (board: number) => sheet.locator('figure .board').nth(board).locator('.who').evaluateAll((found) => found.map((one) => one.getAttribute('data-place')))
  expect(await seats(0)).toHaveLength(3)
  expect(await seats(1)).toEqual(await seats(0))
  await resize(page, phone)
  await expectNoOverflow(page)
  await expectAllFigures(page)
  await expectAccessible(page)
  await costly.getByRole('button', { name: /^Move / }).first().click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('.text[data-at]')).not.toHaveAttribute('data-at', '0')
})

test('my play: luck, skill and memory of my last games, kept here, saved and deleted', async ({ guest: page }) => {
  test.setTimeout(600_000)
  await openRecord(page, 'tests/samples/nummerus.jsonl:4', 'end', 1)
  await page.goto(address())
  await page.getByRole('link', { name: 'My play' }).click()
  await page.getByRole('button', { name: 'Analyse my last game' }).click()
  await expect(page.getByRole('row', { name: /^Nummerus 1 50/ })).toBeVisible({ timeout: 400_000 })
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('row', { name: /^Nummerus/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as a file' }).click()
  expect((await download).suggestedFilename()).toBe('my-play.json')
  await resize(page, phone)
  await expectNoOverflow(page)
  await expectAllFigures(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete these figures' }).click()
  await page.getByRole('button', { name: 'Yes, delete them' }).click()
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Analyse my last game' })).toBeVisible()
})
