// Replays of finished games.
import type { Page } from '@playwright/test'
import { address, expect, expectAccessible, openRecord, passOn, result, test, threeAtOneDevice, visitor } from './fixtures'

const told = (page: Page) => page.locator('.text[data-at]')
const faces = (page: Page) =>
  page.locator('.fan [data-piece]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-face')))

/** Janus at one device, ended by agreement after each has drawn twice. */
async function shortJanus(page: Page): Promise<void> {
  await threeAtOneDevice(page)
  await page.getByRole('button', { name: /I am \w+: open/ }).click({ timeout: 60_000 })
  for (let turn = 0; turn < 3; turn++) {
    await page.locator('[data-move="draw"]').click()
    await page.locator('[data-move="end"]').click()
    await passOn(page)
  }
  await page.getByRole('button', { name: 'Propose to end the game' }).click()
  for (let voter = 0; voter < 2; voter++) {
    const said = page.getByText(`Yes so far: ${voter + 1} of 3.`)
    await expect(said).toBeVisible()
    await page.getByRole('button', { name: 'Yes, end it' }).click()
  }
  await expect(result(page)).toBeVisible()
}

test('a game with hidden hands, step by step, from every point of view', async ({ browser, guest: page }) => {
  await shortJanus(page)
  await page.getByRole('link', { name: 'Replay' }).click()
  await expect(told(page)).toHaveText('The deal, before the first move.')
  await expectAccessible(page)
  // All faces are open; then only those that a seat, or a watcher, saw.
  expect(await faces(page)).toHaveLength(6)
  expect(await faces(page)).not.toContain('?')
  const eyes = page.getByLabel('Through whose eyes?')
  await eyes.selectOption('watcher')
  await expect.poll(() => faces(page)).toEqual(['?', '?', '?', '?', '?', '?'])
  await eyes.selectOption('Ben')
  await expect.poll(async () => (await faces(page)).includes('?')).toBe(false)
  await expect(page.locator('section[aria-label="your hand"]')).toBeVisible()
  await eyes.selectOption('Everything visible')
  await expect(page.locator('section[aria-label="your hand"]')).toHaveCount(0)
  // By keys, buttons, slider, log.
  await page.getByRole('button', { name: 'One move on' }).click()
  await expect(told(page)).toContainText('draws from the pile')
  // An arrow shows from where the card came.
  await expect(page.getByTestId('traces').locator('[data-trace]')).toHaveCount(1)
  await expect(page.getByTestId('traces').locator('.line').first()).toHaveAttribute('d', /M/)
  await page.locator('body').press('ArrowRight')
  await expect(told(page)).toHaveAttribute('data-at', '2')
  await page.locator('body').press('Home')
  await expect(told(page)).toHaveAttribute('data-at', '0')
  await page.locator('body').press('End')
  await expect(told(page)).toContainText('agree')
  await page.getByRole('slider').fill('3')
  await expect(told(page)).toHaveAttribute('data-at', '3')
  await page.locator('section[aria-label="What happened"] li button').nth(4).click()
  await expect(told(page)).toHaveAttribute('data-at', '5')
  await expect(page.locator('[aria-current=step]')).toHaveCount(1)
  await expect(page.locator('.fan .highlighted')).toHaveCount(1)
  // The link leads somebody else to the same move.
  await page.getByRole('button', { name: 'Link to this move' }).click()
  await expectAccessible(page)
  const link = await page.getByRole('textbox', { name: 'Link to this move' }).inputValue()
  const { page: other, complaints } = await visitor(browser, { locale: 'de' })
  await other.goto(link)
  await expect(told(other)).toHaveAttribute('data-at', '5')
  await expect(other.locator('.small', { hasText: 'Schritt 5 von' })).toBeVisible()
  expect(complaints).toEqual([])
  await other.context().close()
})

test('a saved game is opened from its file and plays by itself', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/nummerus.jsonl:17', 'end', 1)
  const download = page.waitForEvent('download')
  await page.getByText('Save the game').click()
  const file = await (await download).path()
  await page.goto(address())
  await page.getByRole('link', { name: 'Open a saved game' }).click()
  await expectAccessible(page)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'nothing.json', mimeType: 'application/json', buffer: Buffer.from('{"no": "game"}') })
  await expect(page.getByRole('alert')).toHaveText('There is no game in this file that could be shown.')
  await input.setInputFiles(file)
  await expect(page.locator('.wood [data-piece]')).toHaveCount(49)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => Number(await told(page).getAttribute('data-at'))).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.locator('body').press('End')
  await expect(page.locator('.wood [data-piece]')).toHaveCount(1)
})
