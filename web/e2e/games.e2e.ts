// A whole game of each, against bots: by mouse, and by keyboard alone.
import { address, byKeyboard, choose, expect, GAMES, noBarriers, playOn, result, start, test, type Game } from './fixtures'
import type { Page } from '@playwright/test'

const PLAYERS: Record<Game, number> = { titus: 4, janus: 3, nummerus: 3 }

/** Janus ends soon where nobody is patient. */
async function impatient(page: Page): Promise<void> {
  await page.goto(address('/new/janus'))
  await choose(page, 'How many players?', '3')
  await page.getByText('Rules, clock, seats').click()
  await choose(page, 'Patience', '4 rounds')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('[data-status]')).toBeVisible({ timeout: 30_000 })
}

async function begin(page: Page, game: Game): Promise<void> {
  if (game === 'janus') await impatient(page)
  else await start(page, game, PLAYERS[game])
}

for (const game of GAMES) {
  test(`a whole game of ${game} by mouse`, async ({ guest: page }) => {
    test.setTimeout(240_000)
    await begin(page, game)
    await playOn(page, undefined, 3)
    await noBarriers(page)
    await playOn(page)
    await expect(result(page)).toBeVisible()
    await noBarriers(page)
    await page.getByRole('button', { name: 'Check the deal' }).click()
    const findings = page.getByRole('dialog').getByRole('status')
    await expect(findings.getByRole('listitem')).toHaveCount(3)
    await expect(findings).not.toContainText(': no')
    await page.getByRole('button', { name: 'Look at the table' }).click()
    await noBarriers(page)
  })
}

for (const game of ['titus', 'janus'] as const) {
  test(`a whole game of ${game} by keyboard alone`, async ({ guest: page }) => {
    test.setTimeout(240_000)
    await begin(page, game)
    await playOn(page, byKeyboard)
    await expect(result(page)).toBeVisible()
  })
}

test('a whole game of nummerus by keyboard alone, from the first page on', async ({ guest: page }) => {
  await page.goto(address())
  const cover = page.locator('a[href="/new/nummerus"]')
  for (let steps = 0; steps < 20 && !(await cover.evaluate((link) => link === document.activeElement)); steps++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const players = page.getByRole('group', { name: 'How many players?' })
  await players.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-status]')).toBeVisible({ timeout: 30_000 })
  await playOn(page, byKeyboard)
  await expect(result(page)).toBeVisible()
})
