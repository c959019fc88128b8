// Each game against bots: its beginning and its end by mouse, a whole game by keyboard alone.
import {
  address, byKeyboard, choose, chooseByKeyboard, expect, expectAccessible, expectFairDeal, GAMES, openRecord, playOn, ready, result, start, tabTo,
  test,
} from './fixtures'
import type { Page } from '@playwright/test'

const PLAYERS: Record<string, number> = { titus: 4, janus: 3, nummerus: 3 }

/** Records of games with as many players, and how many of their moves have been made near the end. */
const LATE: Record<string, [record: string, at: number]> = {
  titus: ['tests/samples/titus.jsonl:17', 245],
  janus: ['tests/samples/janus.jsonl:8', 125],
  nummerus: ['tests/samples/nummerus.jsonl:9', 33],
}

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
  test(`a game of ${game} by mouse, its beginning and its end`, async ({ guest: page }) => {
    await begin(page, game)
    await playOn(page, undefined, 6)
    await expectAccessible(page)
    const [record, at] = LATE[game] ?? []
    if (!record || !at) throw new Error(`no late position of ${game}`)
    await openRecord(page, record, at, 1)
    await playOn(page)
    await expect(result(page)).toBeVisible()
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
    await expectFairDeal(page)
    await expectAccessible(page)
  })
}
