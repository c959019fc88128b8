// The first start: the page is there at once, and each game becomes playable by itself when it has been compiled.
import { address, expect, expectAccessible, GAMES, ownServer, playOn, result, test } from './fixtures'

/** Compiling a game takes some 15 s of work; a busy machine may need minutes. */
const COMPILED_MS = 600_000

ownServer((folder) => ({ RECTOVERSO_CACHE: folder, wait: false }))

test('a cover says when its game will be ready, and one that is ready is played while others are compiled', async ({ guest: page }) => {
  test.setTimeout(2 * COMPILED_MS)
  await page.goto(address())
  const cover = (game: string) => page.locator('main').getByRole('listitem').filter({ has: page.locator(`a[href="/new/${game}"]`) })
  const soon = /Ready in about \d+ s/
  for (const game of GAMES) await expect(cover(game)).toContainText(soon)
  await expectAccessible(page)
  await expect(cover('nummerus')).not.toContainText(soon, { timeout: COMPILED_MS })
  // The others are still being compiled, and do not disturb.
  await page.locator('a[href="/new/titus"]').click()
  await expect(page.getByText(soon)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()
  await page.goto(address('/new/nummerus'))
  await page.getByRole('button', { name: 'Start' }).click()
  await playOn(page)
  await expect(result(page)).toBeVisible()
})
