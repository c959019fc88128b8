// Lines that break: nothing is lost, nothing is played twice.
import type { Page } from '@playwright/test'
import { address, choose, expect, friends, nextMove, noBarriers, playOn, ready, result, sight, start, target, test } from './fixtures'
import { wire, type Wire } from './wire'

const lines = (page: Page) => page.locator('section[aria-label="What happened"] li button')

/** Every pawn of the board was taken once. */
async function allTakenOnce(page: Page): Promise<void> {
  const said = await lines(page).allTextContents()
  const pawns = said.flatMap((line) => /takes? pawn (\d+)/.exec(line)?.[1] ?? [])
  expect(pawns.length).toBe(48)
  expect(new Set(pawns).size).toBe(48)
}

test('two browsers play each other, with a cut in the middle', async ({ browser, guest: host }) => {
  test.setTimeout(150_000)
  await host.goto(address())
  // Three clicks to a link for a friend.
  await host.locator('a[href="/new/nummerus"]').click()
  await choose(host, 'Who’s playing?', 'Friends')
  await host.getByRole('button', { name: 'Open the table' }).click()
  await expect(host.getByRole('img', { name: 'Link for seat 2' })).toBeVisible()
  await noBarriers(host)
  let line: Wire | undefined
  const [visit] = await friends(browser, host, 1, async (page) => (line = await wire(page)))
  if (!visit || !line) throw new Error('nobody came')
  const { page: friend, complaints } = visit
  await ready(friend)
  const playing = Promise.all([playOn(host), playOn(friend)])
  await expect.poll(() => lines(host).count()).toBeGreaterThan(12)
  await line.cut()
  await playing
  for (const page of [host, friend]) {
    await expect(result(page)).toBeVisible()
    await page.getByRole('button', { name: 'Look at the table' }).click()
    await allTakenOnce(page)
  }
  expect(line.cuts).toBe(1)
  expect(complaints).toEqual([])
  await friend.context().close()
})

test('400 ms away, 50 kB a second, three cuts: the game completes, no move is doubled', async ({ guest: page }) => {
  test.setTimeout(200_000)
  const line = await wire(page, { latency: 200, bytesPerSecond: 50_000 })
  const wires = await page.context().newCDPSession(page)
  await wires.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await start(page, 'nummerus')
  for (const so_far of [5, 6, 7]) {
    await playOn(page, undefined, so_far)
    await page.locator('[data-move]').first().waitFor()
    // The move is on its way when the line breaks.
    await target(page, nextMove(await sight(page))).click()
    await line.cut()
    await expect(page.getByText('reconnecting')).toBeVisible()
    await expect(page.getByText('reconnecting')).toBeHidden({ timeout: 30_000 })
  }
  await playOn(page)
  await expect(result(page)).toBeVisible()
  await page.getByRole('button', { name: 'Look at the table' }).click()
  await allTakenOnce(page)
  expect(line.cuts).toBe(3)
})
