// Playing with others: votes, resigning, another device, the clock, matches.
import type { Page } from '@playwright/test'
import { expectBesideBoard, misfits, SIZES } from './fit'
import {
  address, choose, expect, friends, expectAccessible, openForFriends, openRecord, playOn, ready, result, start, test, visitor,
} from './fixtures'

const log = (page: Page) => page.locator('section[aria-label="What happened"] li button')

test('janus ends when all agree, and goes on when one does not', async ({ browser, guest: host }) => {
  await openForFriends(host, 'janus', '3')
  const visits = await friends(browser, host, 2)
  const [anna, ben] = visits.map(({ page }) => page)
  if (!anna || !ben) throw new Error('nobody came')
  for (const page of [host, anna, ben]) await ready(page)
  await expect(host.getByRole('button', { name: 'Hint' })).toHaveCount(0)
  await host.getByRole('button', { name: 'Propose to end the game' }).click()
  const question = (page: Page) => page.getByRole('group', { name: 'Vote' })
  for (const page of [anna, ben]) await expect(question(page)).toContainText('is no triplet possible any more?')
  await expect(question(host)).toContainText('Yes so far: 1 of 3.')
  await expectBesideBoard(anna, question(anna))
  await anna.getByRole('button', { name: 'No, play on' }).click()
  // It is shown for a while: all look at the same time, and one keeps it.
  const said = (page: Page) => page.locator('.said').first()
  await Promise.all([
    said(ben).evaluate((notice) => notice.after(notice.cloneNode(true))),
    ...[host, anna, ben].map((page) => expect(said(page)).toHaveText('Not everybody agrees: the game goes on.')),
  ])
  for (const page of [host, anna, ben]) await expect(question(page)).toHaveCount(0)
  // What is said covers no figure, on any screen.
  for (const [screen, size] of Object.entries(SIZES)) expect(await misfits(ben, size), screen).toEqual([])
  // A vote lasts a minute: the second one is looked at on the other page.
  await ben.getByRole('button', { name: 'Propose to end the game' }).click()
  await expectBesideBoard(host, question(host))
  await expectAccessible(anna)
  for (const page of [host, anna]) await page.getByRole('button', { name: 'Yes, end it' }).click()
  for (const page of [host, anna, ben]) await expect(result(page)).toBeVisible()
  await expectAccessible(host)
  await host.getByRole('button', { name: 'Look at the table' }).click()
  // All faces are shown.
  const faces = await host.locator('.fan [data-piece]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-face')))
  expect(faces.length).toBeGreaterThan(5)
  expect(faces).not.toContain('?')
  for (const { page, complaints } of visits) {
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('a bot plays on for a player who resigned', async ({ browser, guest: host }) => {
  const [{ page: anna }, { page: ben }] = [await visitor(browser), await visitor(browser)]
  await openRecord(host, 'tests/samples/nummerus.jsonl:9', 36, 1, { others: { 2: anna, 3: ben } })
  for (const page of [anna, ben]) {
    await page.goto(host.url())
    await ready(page)
  }
  await anna.getByRole('button', { name: 'Menu' }).click()
  await anna.getByRole('button', { name: 'Resign' }).click()
  await expectAccessible(anna)
  await anna.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(anna.locator('.player.mine .tag').filter({ hasText: 'bot' })).toBeVisible()
  await expect(anna.locator('[data-move]')).toHaveCount(0)
  for (const page of [host, ben]) await page.getByRole('button', { name: 'Play on' }).click()
  await Promise.all([playOn(host), playOn(ben)])
  for (const page of [host, anna, ben]) await expect(result(page)).toBeVisible()
  for (const page of [anna, ben]) await page.context().close()
})

test('a player continues on another device by a link', async ({ browser, guest: page }) => {
  await start(page, 'janus', 3)
  await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('Continue on another device').first()
  await expectAccessible(page)
  const { page: phone, complaints } = await visitor(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  const path = await link.inputValue()
  await phone.goto(path)
  await ready(phone)
  await page.keyboard.press('Escape')
  const mine = (on: Page) =>
    on.locator('section[data-drop="hand"] .fan [data-piece]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-face')))
  expect(await mine(phone)).toEqual(await mine(page))
  expect(await mine(phone)).not.toContain('?')
  const before = await log(page).count()
  await phone.locator('[data-move]:not([data-move^=discard])').first().tap()
  await expect(log(page).nth(before)).toContainText(/^You (draw|take)/)
  expect(complaints).toEqual([])
  // The link works once.
  const { page: late } = await visitor(browser)
  await late.goto(path)
  await expect(late.getByText('This link has already been used.')).toBeVisible()
  await late.context().close()
  await phone.context().close()
})

test('the time left is shown', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/nummerus-middle.jsonl', 'end', 1, { turn_seconds: 600 })
  await expect(page.getByRole('timer', { name: 'time left' })).toHaveText(/^(10:00|9:[0-5]\d)$/)
})

test('a bot plays when the clock has run out, until the player is back', async ({ browser, guest: page }) => {
  const { page: friend } = await visitor(browser)
  // The friend's clock leaves time for coming back.
  await openRecord(page, 'web/e2e/records/nummerus-middle.jsonl', 'end', 1, { turn_seconds: 12, name: 'Ada', others: { 2: friend } })
  await friend.goto(page.url())
  const bot = page.locator('.player.mine .tag').filter({ hasText: 'bot' })
  await expect(bot).toBeVisible()
  const heard = expect(friend.getByTestId('live')).toContainText('Ada is playing again.')
  await Promise.all([heard, page.getByRole('button', { name: 'I am back' }).click()])
  await expect(bot).toHaveCount(0)
  const told = friend.locator('section[aria-label="What happened"]')
  await expect(told).toContainText('Ada has run out of time. A bot plays on for Ada.')
  await expect(told).toContainText('Ada is playing again.')
  await friend.context().close()
})

test('a match of three rounds: the points of all add up', async ({ guest: page }) => {
  await page.goto(address('/new/nummerus'))
  await choose(page, 'How many players?', '4')
  await page.getByText('Options, time, seats').click()
  await choose(page, 'Scoring', 'Points')
  await choose(page, 'Rounds', '3')
  await page.getByRole('button', { name: 'Start' }).click()
  const totals: number[] = []
  for (let round = 1; round <= 3; round++) {
    await expect(page.getByText(`Round ${round} of 3`).first()).toBeVisible({ timeout: 60_000 })
    await playOn(page)
    await expect(result(page)).toBeVisible()
    const points = await result(page).locator('> li').allTextContents()
    totals.push(...points.map((text) => Number(/(\d+) points?/.exec(text)?.[1])))
    await expect(page.locator('dialog .match thead th')).toHaveCount(round + 1)
    const sums = await page.locator('dialog .match td.total').allTextContents()
    const shown = sums.map((text) => Number(/(\d+) points?/.exec(text)?.[1]))
    expect(shown.length).toBe(4)
    await expect(page.locator('dialog h2')).toHaveText(round < 3 ? new RegExp(`^Round ${round}: `) : /match/)
    await expectAccessible(page)
    expect(shown.reduce((a, b) => a + b, 0)).toBe(totals.reduce((a, b) => a + b, 0))
    await page.getByRole('button', { name: round < 3 ? 'Next round' : 'Play again' }).waitFor()
    if (round === 3) break
    await page.getByRole('button', { name: 'Next round' }).click()
    // The title names the next round before the result of the last one has gone.
    await expect(result(page)).toHaveCount(0)
  }
})

test('at one device the youngest begins, a variant has its own title, and an empty board is called out', async ({ guest: page }) => {
  test.setTimeout(240_000)
  await page.goto(address('/new/nummerus'))
  await choose(page, 'Who’s playing?', 'One device')
  for (const [seat, name] of ['Ada', 'Ben'].entries()) await page.getByLabel(`Name of player ${seat + 1}`).fill(name)
  await page.getByText('Options, time, seats').click()
  await choose(page, 'Exchange (Tausch)', 'With')
  await expect(page.getByText('By the booklet, the youngest may begin.')).toBeVisible()
  await choose(page, 'Who begins?', 'The youngest')
  await choose(page, 'Who is the youngest?', 'Ben')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nummerus Tausch')
  await playOn(page, undefined, 1)
  await expect(log(page).first()).toContainText('Ben')
  await openRecord(page, 'tests/samples/nummerus.jsonl:5', 52, 1, { name: 'Ada', others: { 2: { name: 'Ben' } } })
  await playOn(page)
  await expect(result(page)).toBeVisible()
  await expect(page.getByText('Numerus Zahlus!')).toBeVisible()
})

test('janus: how a game ends follows from who plays, and is explained', async ({ guest: page }) => {
  await page.goto(address('/new/janus'))
  await page.getByText('Options, time, seats').click()
  const ending = page.getByRole('group', { name: 'End of the game' })
  await expect(ending.getByRole('radio', { name: 'By itself' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Stalemate after' })).toBeVisible()
  await choose(page, 'Who’s playing?', 'Friends')
  await expect(ending.getByRole('radio', { name: 'When all agree' })).toBeChecked()
  await expect(ending).toContainText('Propose to end the game')
  await expect(page.getByRole('group', { name: 'Stalemate after' })).toHaveCount(0)
  await expectAccessible(page)
})
