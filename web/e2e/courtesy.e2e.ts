// Courtesy at a table of several people: invitations, resigning, rematches, and what all are told.
import type { Browser, Page } from '@playwright/test'
import { expectBesideBoard } from './fit'
import { expect, expectAccessible, expectNoOverflow, friends, nameOf, openForFriends, playOn, ready, resign, resize, result, start, stopClock, test, threeAtOneDevice, visitor } from './fixtures'

const log = (page: Page) => page.locator('section[aria-label="What happened"]')
const spoken = (page: Page) => page.getByTestId('live')

/** Anna opens a table, Ben comes by link; both see the game. */
async function annaAndBen(browser: Browser, anna: Page, game: string): Promise<Page> {
  await nameOf(anna, 'Anna')
  await openForFriends(anna, game, '2')
  const [visit] = await friends(browser, anna, 1, (page) => nameOf(page, 'Ben'))
  if (!visit) throw new Error('nobody came')
  for (const page of [anna, visit.page]) await ready(page)
  return visit.page
}

test('a guest by link sees who invites to what, gives a name, and changes it at the table', async ({ browser, guest: anna }) => {
  await nameOf(anna, 'Anna')
  await openForFriends(anna, 'titus', '3')
  const { page: ben, complaints } = await visitor(browser, { viewport: { width: 320, height: 640 } })
  await ben.goto(await anna.getByLabel('Link for seat 2').first().inputValue())
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText('Anna invites you to play Titus')
  await expect(ben.getByText('1 of 3 is here.')).toBeVisible()
  await expectAccessible(ben)
  await expectNoOverflow(ben)
  await expect(anna.getByText('Waiting for 2 more players')).toBeVisible()
  await ben.getByLabel('What shall the others call you?').fill('Ben')
  await ben.getByRole('button', { name: 'Take a seat' }).click()
  await expect(spoken(anna)).toHaveText('Ben has taken a seat.')
  await ben.getByRole('button', { name: 'Menu' }).click()
  await ben.getByLabel('Your name').fill('Benno')
  await expectAccessible(ben)
  await ben.getByRole('button', { name: 'Change name' }).click()
  await expect(spoken(anna)).toHaveText('Ben is now called Benno.')
  await expect(anna.getByText('Benno', { exact: true })).toBeVisible()
  // A link that was cut off says so.
  const link = await anna.getByLabel('Link for seat 3').first().inputValue()
  await ben.goto(link.slice(0, -8))
  await expect(ben.getByRole('heading', { name: 'Sorry' })).toBeVisible()
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  await ben.context().close()
})

test('between two, resigning ends the round; a rematch is asked for by name', async ({ browser, guest: anna }) => {
  const ben = await annaAndBen(browser, anna, 'nummerus')
  await resign(ben, 'The round ends, and Anna wins.')
  for (const page of [anna, ben]) await expect(result(page)).toBeVisible()
  await expect(anna.getByRole('heading', { name: 'You win!' })).toBeVisible()
  await expect(ben.getByRole('heading', { name: 'Anna wins.' })).toBeVisible()
  await expect(anna.getByText('Ben has resigned.').first()).toBeVisible()
  await expectAccessible(anna)
  await anna.getByRole('button', { name: 'Look at the table' }).click()
  await expect(log(anna)).toContainText('Ben has resigned.')
  await ben.getByRole('button', { name: 'Same deal again' }).click()
  await expect(ben.getByRole('dialog')).toContainText('You want to play the same deal again.')
  const question = anna.getByRole('group', { name: 'Play again' })
  await expect(question).toContainText('Ben wants to play the same deal again.')
  await expect(spoken(anna)).toHaveText('Ben wants to play the same deal again.')
  await expectBesideBoard(anna, question)
  await expectAccessible(anna)
  await question.getByRole('button', { name: 'Play again' }).click()
  for (const page of [anna, ben]) {
    await expect(result(page)).toHaveCount(0)
    await ready(page)
    await expect(page.locator('[data-status][data-at="0"]')).toBeVisible()
  }
  await ben.context().close()
})

test('in a larger game a bot plays on and is named so, or the others end the round', async ({ browser, guest: anna }) => {
  await nameOf(anna, 'Anna')
  await openForFriends(anna, 'nummerus', '3')
  const names = ['Ben', 'Cleo']
  const visits = await friends(browser, anna, 2, (page) => nameOf(page, names.shift() ?? ''))
  const [ben, cleo] = visits.map(({ page }) => page)
  if (!ben || !cleo) throw new Error('nobody came')
  for (const page of [anna, ben, cleo]) await ready(page)
  await resign(ben, 'A bot will finish this round for you.')
  const told = 'Ben has resigned. A bot plays on for Ben.'
  await Promise.all([anna, cleo].map((page) => expect(spoken(page)).toContainText(told)))
  for (const page of [anna, cleo]) await expect(log(page)).toContainText(told)
  await expect(log(ben)).toContainText('You have resigned. A bot plays on for you.')
  const question = (page: Page) => page.getByRole('group', { name: 'End the round' })
  await expectBesideBoard(anna, question(anna))
  // Who has resigned has nothing to answer: their title stays free.
  await expect(question(ben)).toHaveCount(0)
  for (const page of [anna, cleo]) await page.getByRole('button', { name: 'Play on' }).click()
  for (let turn = 0; turn < 2; turn++) {
    const mover = await Promise.any([anna, cleo].map(async (page) => {
      await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
      return page
    }))
    await playOn(mover, undefined, 1)
  }
  await expect(log(anna)).toContainText('Ben (bot) takes pawn')
  await anna.getByRole('button', { name: 'Menu' }).click()
  await anna.getByRole('button', { name: 'End the round' }).click()
  for (const page of [ben, cleo]) await expect(question(page)).toContainText('Anna wants to end the round.')
  await question(ben).getByRole('button', { name: 'Close' }).click()
  await expect(question(ben)).toHaveCount(0)
  await expectAccessible(cleo)
  await cleo.getByRole('button', { name: 'End the round' }).click()
  for (const page of [anna, ben, cleo]) {
    await expect(result(page)).toBeVisible()
    await expect(result(page).locator('> li').last()).toContainText('Ben')
  }
  for (const { page } of visits) await page.context().close()
})

test('undo, reactions, and a connection lost and found are told to all', async ({ browser, guest: anna }) => {
  const ben = await annaAndBen(browser, anna, 'nummerus')
  const mover = await Promise.any([anna, ben].map(async (page) => {
    await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
    return page
  }))
  const other = mover === anna ? ben : anna
  const name = mover === anna ? 'Anna' : 'Ben'
  await playOn(mover, undefined, 1)
  await mover.getByRole('button', { name: 'Undo' }).click()
  await expect(log(other)).toContainText(`${name} took back their last action.`)
  await expect(log(mover)).toContainText('You took back your last action.')
  await expect(spoken(other)).toContainText(`${name} took back their last action.`)
  await mover.getByRole('button', { name: 'React' }).click()
  await stopClock(other)
  await mover.getByRole('button', { name: 'Good luck!' }).click()
  await expect(other.locator('.bubble')).toContainText('Good luck!')
  await expect(log(other)).toContainText(`${name}: Good luck!`)
  await expect(spoken(other)).toHaveText(`${name}: Good luck!`)
  await other.clock.resume()
  const table = anna.url()
  await ben.goto('about:blank')
  await expect(log(anna)).toContainText('Ben has lost the connection.')
  await expect(spoken(anna)).toHaveText('Ben has lost the connection.')
  await ben.goto(table)
  await expect(log(anna)).toContainText('Ben is connected again.')
  // What the server keeps is still there for somebody who comes back.
  await expect(log(ben)).toContainText('took back')
  await ben.context().close()
})

test('on a small phone the curtain and the seats of a waiting table fit', async ({ guest: page }) => {
  await resize(page, { width: 320, height: 640 })
  await openForFriends(page, 'titus', '3')
  await expect(page.getByText('Seat 2 (free)')).toBeVisible()
  await expect(page.getByLabel('Link for seat 2').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await threeAtOneDevice(page)
  await page.getByRole('button', { name: /I am \w+: open/ }).waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: /I am \w+: open/ }).click()
  await page.locator('[data-move="draw"]').click()
  await page.locator('[data-move="end"]').click()
  await expect(page.locator('[data-status]')).toHaveText(/ is next$/)
  await expect(page.getByRole('button', { name: 'Close the curtain' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('against one bot, resigning ends the round too', async ({ guest: page }) => {
  await start(page, 'titus', 2)
  await resign(page, 'The round ends, and Novice bot wins.')
  await expect(page.getByRole('heading', { name: 'Novice bot wins.' })).toBeVisible()
  await expect(page.getByTestId('fair').locator('summary')).toHaveText('This page has checked the deal: nobody chose it.')
})
