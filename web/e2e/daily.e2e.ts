// The solitaires of the day: played, remembered in the browser, shared, and solved afterwards.
import { address, expect, expectAccessible, expectNoOverflow, openRecord, resize, result, tabTo, test } from './fixtures'
import type { RecordFile } from './luck'

const TITLES = { en: 'Solitaire of the day', fr: 'Le solitaire du jour', nl: 'Solospel van de dag', de: 'Das Solospiel des Tages' }

test('a game of the day is opened by keyboard, and its result is kept with the perfect game', async ({ guest: page }) => {
  // A day does not end meanwhile.
  await page.clock.setFixedTime(new Date().setHours(12, 0, 0))
  await page.goto(address())
  await page.getByRole('link', { name: TITLES.en }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLES.en })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Play (Nummerus · Board: Square)' }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-status]')).toBeVisible({ timeout: 60_000 })

  const date = await page.evaluate(() => new Date().toLocaleDateString('sv')) // YYYY-MM-DD
  const perfect = await page.evaluate(async (path) => (await fetch(path)).json() as Promise<unknown>, `/api/daily/nummerus/${date}/0`)
  await openRecord(page, perfect as RecordFile, 'end', 1, { daily: date })
  await expect(result(page)).toContainText('No series left: extraordinary!')
  await page.getByTestId('fair').locator('summary').click()
  await expect(page.getByTestId('fair')).toContainText('anybody could know it beforehand')
  await page.getByRole('link', { name: TITLES.en }).click()
  await expect(page.getByText('1 day in a row')).toBeVisible()
  await expect(page.locator('pre')).toContainText('Nummerus · Board: Classic: 0 series left')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'The perfect game' }).click()
  await expect(page.getByRole('heading', { name: /The perfect game/ })).toBeVisible()
  await expect(page.getByRole('slider')).toBeVisible()
  await page.goBack()

  const puzzle = page.getByRole('region', { name: 'Puzzle of the day' })
  await puzzle.getByRole('button', { name: 'Play (Puzzle of the day)' }).click()
  await expect(page.locator('[data-status]')).toBeVisible({ timeout: 60_000 })
  const solution = await page.evaluate(async (path) => (await fetch(path)).json() as Promise<unknown>, `/api/daily/nummerus/${date}/puzzle`)
  await openRecord(page, solution as RecordFile, 'end', 1, { daily: date, puzzle: true })
  await expect(result(page)).toContainText('No series left: extraordinary!')
  await page.getByTestId('fair').locator('summary').click()
  await expect(page.getByTestId('fair')).toContainText('anybody could know it beforehand')
  await page.getByRole('link', { name: TITLES.en }).click()
  await expect(puzzle).toContainText('Solved!')
  await expect(page.locator('pre')).toContainText('Puzzle of the day: 0 series left')
  await expectAccessible(page)
  await puzzle.getByRole('link', { name: 'The solution' }).click()
  await expect(page.getByRole('heading', { name: /The solution/ })).toBeVisible()
  await expect(page.getByRole('slider')).not.toHaveValue('0')
  await page.goBack()
  await resize(page, { width: 320, height: 640 })
  for (const [language, title] of Object.entries(TITLES)) {
    await page.evaluate((chosen) => localStorage.setItem('rectoverso.language', chosen), language)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (language === 'fr') await expect(page.getByText(/Plateau\s: Classique/).first()).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})
