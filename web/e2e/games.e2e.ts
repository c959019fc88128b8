// A whole game of each against bots: by mouse, and by keyboard alone.
import {
  address, byKeyboard, choose, chooseByKeyboard, expect, expectAccessible, expectFairDeal, GAMES, playOn, ready, result, start, tabTo,
  test,
} from './fixtures'
import type { Page } from '@playwright/test'

const PLAYERS: Record<string, number> = { titus: 4, janus: 3, nummerus: 3 }

/** Janus with the shortest patience, so that it ends soon. */
async function startShortJanus(page: Page): Promise<void> {
  await page.goto(address('/new/janus'))
  await choose(page, 'How many players?', '3')
  await page.getByText('Options, time, seats').click()
  await choose(page, 'Stalemate after', '4 rounds')
  await page.getByRole('button', { name: 'Start' }).click()
  await ready(page)
}

async function begin(page: Page, game: string): Promise<void> {
  if (game === 'janus') await startShortJanus(page)
  else await start(page, game, PLAYERS[game])
}

for (const game of GAMES) {
  test(`a whole game of ${game} by mouse`, async ({ guest: page }) => {
    test.setTimeout(240_000)
    await begin(page, game)
    await playOn(page, undefined, 3)
    await expectAccessible(page)
    await playOn(page)
    await expect(result(page)).toBeVisible()
    await expectAccessible(page)
    await expectFairDeal(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Look at the table' }).click()
    await expectAccessible(page)
  })
}

for (const game of GAMES) {
  test(`a whole game of ${game} by keyboard alone, from the first page on`, async ({ guest: page }) => {
    test.setTimeout(240_000)
    await page.goto(address())
    await tabTo(page, page.locator(`a[href="/new/${game}"]`))
    await page.keyboard.press('Enter')
    await chooseByKeyboard(page, 'How many players?', String(PLAYERS[game]))
    if (game === 'janus') {
      await tabTo(page, page.locator('summary'))
      await page.keyboard.press('Enter')
      await chooseByKeyboard(page, 'Stalemate after', '4 rounds')
      await page.keyboard.press('Enter')
    } else {
      await tabTo(page, page.getByRole('button', { name: 'Start' }))
      await page.keyboard.press('Enter')
    }
    await ready(page)
    await playOn(page, byKeyboard)
    await expect(result(page)).toBeVisible()
  })
}
