// Broken connections: nothing is lost, nothing is played twice.
import type { Page } from '@playwright/test'
import { address, choose, expect, friends, nextMove, expectAccessible, openRecord, playOn, ready, result, start, target, test, toPlay } from './fixtures'
import { badNetwork, type BadNetwork } from './network'

/** Nummerus between two, half-way. */
const MIDDLE = 'web/e2e/records/nummerus-middle.jsonl'

const logLines = (page: Page) => page.locator('section[aria-label="What happened"] li button')

/** Every pawn of the board was taken once. */
async function allTakenOnce(page: Page): Promise<void> {
  const said = await logLines(page).allTextContents()
  const pawns = said.flatMap((line) => /(?:takes?|chooses?) pawn (\d+)/.exec(line)?.[1] ?? [])
  expect(pawns.length).toBe(48)
  expect(new Set(pawns).size).toBe(48)
}

test('two browsers play each other, with an interruption', async ({ browser, guest: host }) => {
  await host.goto(address())
  // Three clicks to a link for a friend.
  await host.locator('a[href="/new/nummerus"]').click()
  await choose(host, 'Who’s playing?', 'Friends')
  await host.getByRole('button', { name: 'Open the table' }).click()
  await expect(host.getByRole('img', { name: 'Link for seat 2' })).toBeVisible()
  await expectAccessible(host)
  let network: BadNetwork | undefined
  const [visit] = await friends(browser, host, 1, async (page) => (network = await badNetwork(page)))
  if (!visit || !network) throw new Error('nobody came')
  const { page: friend, complaints } = visit
  await ready(friend)
  await openRecord(host, MIDDLE, 'end', 1, { others: { 2: friend } })
  await friend.goto(host.url())
  await ready(friend)
  const before = await logLines(host).count()
  const playing = Promise.all([playOn(host), playOn(friend)])
  await expect.poll(() => logLines(host).count()).toBeGreaterThan(before + 4)
  await network.cut()
  network.restore()
  await playing
  for (const page of [host, friend]) {
    await expect(result(page)).toBeVisible()
    await page.getByRole('button', { name: 'Look at the table' }).click()
    await allTakenOnce(page)
  }
  expect(network.cuts).toBe(1)
  expect(complaints).toEqual([])
  await friend.context().close()
})

test('400 ms latency, 50 kB/s and three interruptions: the game ends, no move is played twice', async ({ guest: page }) => {
  const network = await badNetwork(page, { latency: 200, bytesPerSecond: 50_000 })
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await start(page, 'nummerus')
  for (const moves of [5, 6, 7]) {
    await playOn(page, undefined, moves)
    // The move is on its way when the connection breaks.
    await target(page, nextMove(await toPlay(page))).click()
    await network.cut()
    await expect(page.locator('.banner', { hasText: 'reconnecting' })).toBeVisible()
    network.restore()
    await expect(page.locator('.banner', { hasText: 'reconnecting' })).toBeHidden({ timeout: 60_000 })
  }
  await playOn(page)
  await expect(result(page)).toBeVisible()
  await page.getByRole('button', { name: 'Look at the table' }).click()
  await allTakenOnce(page)
  expect(network.cuts).toBe(3)
})
