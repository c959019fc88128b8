// The long runs: a bad line for every game.
import { expect, GAMES, playOn, result, start, test } from './fixtures'
import { wire } from './wire'

const CUTS = 12

for (const game of GAMES) {
  test(`a whole game of ${game} over a line that breaks again and again`, async ({ guest: page }) => {
    const line = await wire(page, { latency: 150, bytesPerSecond: 50_000 })
    await start(page, game)
    while (line.cuts < CUTS && !(await result(page).isVisible())) {
      await playOn(page, undefined, 3)
      await line.cut()
    }
    await playOn(page)
    await expect(result(page)).toBeVisible()
  })
}
