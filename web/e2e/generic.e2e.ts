// A game that the page has no board for, from a package of its own (tests/fourth_game): played on the generic board.
import { execFileSync } from 'node:child_process'
import {
  address, byKeyboard, byTouch, chooseByKeyboard, expect, expectAccessible, expectFairDeal, expectNoOverflow, ownServer, playOn, ready,
  result, start, tabTo, test, visitor,
} from './fixtures'
import { COMMAND } from './server'

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname
const INSTALL = new URL('../../tests/fourth_game/install.py', import.meta.url).pathname
const GAME = 'quartus'
const CARDS_A_PLAYER = 5

ownServer((folder) => {
  execFileSync(PYTHON, [INSTALL, folder])
  execFileSync(COMMAND, ['warm'], { env: { ...process.env, PYTHONPATH: folder } })
  return { PYTHONPATH: folder }
})

test('it is offered with its cover, its words, its options and its rules', async ({ guest: page }) => {
  await page.goto(address())
  const cover = page.getByRole('img', { name: 'Quartus' })
  await expect(cover).toBeVisible()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.locator(`a[href="/new/${GAME}"]`)).toContainText('2–4 players · ages 8+ · 5–10 minutes')
  await expectAccessible(page)
  await page.locator(`a[href="/new/${GAME}"]`).click()
  await page.getByText('Options, time, seats').click()
  await expect(page.getByRole('group', { name: 'Row' }).getByRole('radio', { name: 'four cards' })).toBeVisible()
  await expectAccessible(page)
  await page.locator(`a[href="/rules/${GAME}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quartus')
})

test('a whole game by mouse, its deal checked, its replay', async ({ guest: page }) => {
  await start(page, GAME)
  await page.locator('[data-move]').first().waitFor()
  await expect(page.locator('[data-status]')).toHaveText('Your turn: choose a move.')
  await expect(page.getByRole('group', { name: 'Row' }).getByRole('listitem')).toHaveCount(3)
  const moves = page.getByRole('list', { name: 'Your moves' })
  await expect(moves.getByRole('button', { name: /^Take the \d+ as it lies/ })).toHaveCount(3)
  await expectAccessible(page)
  // A button points out the card it is about.
  await moves.getByRole('button').first().hover()
  await expect(page.getByRole('group', { name: 'Row' }).locator('.highlighted')).toHaveCount(1)
  expect(await playOn(page)).toBe(CARDS_A_PLAYER)
  await expectAccessible(page)
  await expectFairDeal(page)
  await page.getByRole('link', { name: 'Replay' }).click()
  const told = page.locator('.text[data-at]')
  await expect(told).toHaveText('The deal, before the first move.')
  await page.locator('body').press('End')
  await expect(told).toContainText('the game is over')
  await expect(page.getByRole('group', { name: /^Cards of/ }).getByRole('listitem')).toHaveCount(2 * CARDS_A_PLAYER)
  await expectAccessible(page)
})

test('a whole game by keyboard alone, with a hint', async ({ guest: page }) => {
  await page.goto(address())
  await tabTo(page, page.locator(`a[href="/new/${GAME}"]`))
  await page.keyboard.press('Enter')
  await chooseByKeyboard(page, 'How many players?', '4')
  await tabTo(page, page.getByRole('button', { name: 'Start' }))
  await page.keyboard.press('Enter')
  await ready(page)
  await page.locator('[data-move]').first().waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Hint' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-hint]')).toContainText(/^(Take|Turn) the \d+/)
  await expect(page.locator('.highlighted')).toHaveCount(1)
  expect(await playOn(page, byKeyboard)).toBe(CARDS_A_PLAYER)
  await expect(result(page)).toBeVisible()
})

test('on a phone, in another language', async ({ browser }) => {
  const { page, complaints } = await visitor(browser, { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'de' })
  await page.goto(address(`/new/${GAME}`))
  await page.locator('form button.primary').click()
  await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expect(page.getByRole('list', { name: 'Deine Möglichkeiten' })).toBeVisible()
  // Without reasons of its own, the game answers with a plain sentence.
  await page.locator('[data-attempt]').first().tap({ force: true })
  await expect(page.locator('[data-why]')).toHaveText('Das ist hier nicht möglich.')
  await playOn(page, byTouch)
  await expectNoOverflow(page)
  expect(complaints).toEqual([])
  await page.context().close()
})
