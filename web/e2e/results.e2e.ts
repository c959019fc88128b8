// Results: of a game, of a round, of a match, of a solitaire; and what my games add up to.
import type { Page } from '@playwright/test'
import { address, expect, expectAccessible, expectNoOverflow, newContext, openRecord, resize, result, test } from './fixtures'

const heading = (page: Page) => page.locator('dialog[open] h2')
const phone = { width: 320, height: 640 }

test('a finished game says who won, and my games remember it', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/titus.jsonl:2', 'end', 1, { name: 'Anna' })
  await expect(heading(page)).toHaveText('You win!')
  await expect(result(page).locator('> li').first()).toContainText('90 points')
  await expectAccessible(page)
  await openRecord(page, 'tests/samples/titus.jsonl:1', 'end', 1)
  await expect(heading(page)).toHaveText('Casual bot wins.')
  await openRecord(page, 'tests/samples/janus.jsonl:3', 'end', 3)
  await expect(result(page).locator('> li')).toHaveCount(3)
  await openRecord(page, 'tests/samples/nummerus.jsonl:4', 'end', 1, { others: { 2: { level: 'master' } } })
  await expect(heading(page)).toContainText('share the victory')
  await page.goto(address())
  const games = page.locator('section[aria-labelledby="my-games"]')
  for (const words of ['Won (90 : 53)', 'Lost (86 : 88)', 'Place 3 of 3 (4 : 5 : 7)', 'Shared first place (4 : 4)']) {
    await expect(games.getByText(words)).toBeVisible()
  }
  await games.getByText('Statistics').click()
  await expect(games.getByText('4 games finished, 2 won.')).toBeVisible()
  await expect(games.getByRole('row', { name: 'Titus Casual bot 2 1' })).toBeVisible()
  await expect(games.getByRole('row', { name: 'Nummerus Master bot 1 1' })).toBeVisible()
  await expectAccessible(page)
  // The narrowest screen, in the languages with the longest words.
  await resize(page, phone)
  for (const [language, sums] of [['English', 'Statistics'], ['Français', 'Statistiques'], ['Nederlands', 'Statistieken'], ['Deutsch', 'Statistik']] as const) {
    await page.locator('header').getByRole('button').last().click()
    await page.getByRole('radio', { name: language }).check()
    await page.keyboard.press('Escape')
    await expect(games.locator('summary')).toHaveText(sums)
    await expect(games.getByRole('table')).toBeVisible()
    await expectNoOverflow(page)
  }
})

test('my games say who won at one device, how a solitaire ended, and that a match goes on', async ({ guest: page }) => {
  const others = { 2: { name: 'Ben' }, 3: { name: 'Cleo' } }
  await openRecord(page, 'tests/samples/janus.jsonl:3', 'end', 1, { name: 'Anna', others })
  await expect(result(page)).toBeVisible()
  await openRecord(page, 'tests/samples/nummerus.jsonl:25', 'end', 1)
  await expect(result(page)).toBeVisible()
  await openRecord(page, 'tests/samples/nummerus.jsonl:7', 'end', 1, { name: 'Anna', rounds: 2 })
  await expect(result(page)).toBeVisible()
  await page.goto(address())
  const rows = page.locator('section[aria-labelledby="my-games"]').getByRole('listitem')
  for (const words of [['Janus', 'One device · Anna, Ben and Cleo', 'Won by Ben (5 : 7 : 4)'], ['solitaire', '17 series left'], ['Nummerus Tausch', 'Round 1 of 2 · Over']]) {
    await expect(words.reduce((row, hasText) => row.filter({ hasText }), rows)).toHaveCount(1)
  }
  await expectAccessible(page)
  await resize(page, phone)
  await expectNoOverflow(page)
})

test('a solitaire lists what was put away, and what is left', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/nummerus.jsonl:25', 'end', 1)
  await expect(result(page)).toContainText('Left over:')
  await openRecord(page, 'web/e2e/records/nummerus-solved.jsonl', 'end', 1)
  await expect(result(page)).toContainText('No series left: extraordinary!')
  await expect(result(page)).toContainText('Put away:')
  await expectAccessible(page)
  await resize(page, phone)
  await expectNoOverflow(page)
})

test('a round says that it is one; a match names its winner, round by round', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/nummerus.jsonl:7', 'end', 1, { name: 'Anna', rounds: 2 })
  await expect(heading(page)).toHaveText('Round 1: you win!')
  await expect(page.locator('.match td.total').first()).toHaveText('58 points')
  await expect(page.locator('.match thead th')).toHaveCount(2)
  await resize(page, phone)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Look at the table' }).click()
  await expect(page.locator('[data-status]')).toHaveText('The round is over.')
  await expect(page.getByText('After taking a pawn you may spend an exchange token.')).toHaveCount(0)
})

test('a win feels like one, unless the reader wants no motion', async ({ browser }) => {
  for (const [reducedMotion, leaves] of [['no-preference', 18], ['reduce', 0]] as const) {
    const context = await newContext(browser, { reducedMotion })
    const page = await context.newPage()
    await openRecord(page, 'tests/samples/titus.jsonl:2', 'end', 1)
    await expect(heading(page)).toHaveText('You win!')
    await expect(page.locator('.laurels svg')).toHaveCount(leaves)
    await context.close()
  }
})
