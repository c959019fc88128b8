// A game as a page that plays it (docs/notebook.md): made by Python, played by the browser, without a server.
import { execFileSync } from 'node:child_process'
import { expect, expectAccessible, expectNoOverflow, resize, test } from './fixtures'

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname
const PROGRAM = `
import rectoverso
game = rectoverso.new("titus", players=2, seed="animated")
for _ in range(8):
    game.play(game.legal[-1])
print(game.animation(seat=1, seconds=0.05).html)
`

test('an animation plays, stops, steps and jumps, by click and by key', async ({ page }) => {
  await resize(page, { width: 320, height: 640 })
  await page.setContent(execFileSync(PYTHON, ['-c', PROGRAM], { encoding: 'utf8' }))
  const step = page.locator('#step')
  await expect(step).toHaveText('Move 0 of 8')
  await expectAccessible(page)
  await expectNoOverflow(page)
  const deal = await page.locator('#board').innerHTML()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(step).toHaveText('Move 8 of 8')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(page.locator('#told')).not.toBeEmpty()
  expect(await page.locator('#board').innerHTML()).not.toBe(deal)
  await page.keyboard.press('Home')
  await expect(step).toHaveText('Move 0 of 8')
  await page.getByRole('button', { name: 'One move on' }).click()
  await page.keyboard.press('ArrowRight')
  await expect(step).toHaveText('Move 2 of 8')
  await page.getByRole('slider').fill('5')
  await expect(step).toHaveText('Move 5 of 8')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(step).toHaveText('Move 7 of 8')
})
