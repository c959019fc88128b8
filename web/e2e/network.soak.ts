// A long run for every game, over a network that fails again and again.
import { expect, GAMES, playOn, result, start, test } from './fixtures'
import { badNetwork } from './network'

const CUTS = 12

for (const game of GAMES) {
  test(`a whole game of ${game} over a failing network`, async ({ guest: page }) => {
    const network = await badNetwork(page, { latency: 150, bytesPerSecond: 50_000 })
    await start(page, game)
    while (network.cuts < CUTS && !(await result(page).isVisible())) {
      await playOn(page, undefined, 3)
      await network.cut()
      network.restore()
    }
    await playOn(page)
    await expect(result(page)).toBeVisible()
  })
}
