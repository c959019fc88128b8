// Ways to move: dragging, exchanging, choosing a series, hints, a move that comes too late.
import type { Locator, Page } from '@playwright/test'
import { changed, expect, expectAccessible, openRecord, passOn, playOn, ready, tableState, start, target, test, threeAtOneDevice, toPlay } from './fixtures'
import { badNetwork } from './network'

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  await of.scrollIntoViewIfNeeded()
  const box = await of.boundingBox()
  if (!box) throw new Error(`${of} is not to be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middle(from), await middle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await expect(page.locator('.drop-here').first()).toBeVisible()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
  await expect(page.locator('.dragging')).toHaveCount(0)
}

const log = (page: Page) => page.locator('section[aria-label="What happened"] li button')
const myTurn = (page: Page) => page.locator('[data-move]').first().waitFor({ timeout: 60_000 })

test('titus: a coin is dragged from the pile and into the reserve; dropped elsewhere, nothing happens', async ({ guest: page }) => {
  await start(page, 'titus', 2)
  await myTurn(page)
  await expect(page.getByRole('button', { name: /^Draw coin \d+ from the pile · coin \d+, back unknown$/ })).toBeVisible()
  const before = await tableState(page)
  await drag(page, target(page, 'draw'), page.locator('[data-status]'))
  expect(await tableState(page)).toEqual(before)
  await drag(page, target(page, 'draw'), page.locator('[data-drop="hand"]'))
  await expect(target(page, 'place')).toBeVisible()
  const coin = page.locator('[data-drop="hand"] [data-piece]')
  const face = await coin.getAttribute('data-face')
  await drag(page, coin, target(page, 'place'))
  await expect(log(page).filter({ hasText: `You lay coin ${face} down` })).toHaveCount(1)
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('titus: why there is no limit of three, and until when, is told where it stands', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/titus.jsonl:1', 150, 1)
  const why = page.getByText(/^You alone have the fewest point cards/)
  await expect(why).toBeHidden()
  await page.getByRole('button', { name: 'No three-coin limit' }).click()
  await expect(why).toContainText('from the third coin on')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()
  // Where points count instead of cards, the words say so.
  await openRecord(page, 'tests/samples/titus.jsonl:5', 130, 2)
  await page.getByRole('button', { name: 'No three-coin limit' }).click()
  await expect(page.getByText(/^Your point cards are worth less than anyone else’s/)).toBeVisible()
})

test('janus: cards are dragged from the pile, from a hand, and under the pile', async ({ guest: page }) => {
  await threeAtOneDevice(page)
  const next = page.getByRole('button', { name: /I am \w+: open/ })
  await next.click({ timeout: 60_000 })
  const hand = page.locator('section[data-drop="hand"]')
  const cards = hand.locator('.fan [data-piece]')
  await expect(cards).toHaveCount(2)
  await drag(page, target(page, 'draw'), hand)
  await expect(cards).toHaveCount(3)
  await drag(page, page.locator('[data-move^="take"]').last(), hand)
  await passOn(page)
  await expect(log(page).nth(1)).toContainText('takes a card from')
  await drag(page, page.locator('[data-move^="discard"]').first(), page.locator('[data-drop="pile"]'))
  await expect(log(page).nth(2)).toContainText('You put a card under the pile')
})

test('nummerus: the Power pawn is dragged to the pawn it takes', async ({ guest: page }) => {
  await start(page, 'nummerus', 2)
  await myTurn(page)
  const pawn = page.locator('.wood [data-move]').first()
  const name = await pawn.getAttribute('data-piece')
  await drag(page, page.locator('[data-piece="power"]'), pawn)
  await expect(page.locator(`.track [data-piece="${name}"]`)).toBeVisible()
})

test('nummerus: a pawn is exchanged for a loose one of another player', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/nummerus-trade.jsonl', 'end', 1)
  await expect(page.getByRole('status').filter({ hasText: 'Spend an exchange token?' })).toBeVisible()
  await expectAccessible(page)
  const [mine, theirs] = [page.getByRole('button', { name: /^Give the \d+/ }).first(), page.getByRole('button', { name: /^Get the \d+/ }).first()]
  const number = async (of: Locator) => (await of.getAttribute('data-piece'))?.replace('pawn-', '')
  const given = await number(mine)
  await mine.click()
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  const got = await number(theirs)
  await theirs.click()
  await expect(log(page).filter({ hasText: new RegExp(`^You spend an exchange token: .* gets your ${given}, you get the ${got}`) })).toHaveCount(1)
})

test('solitaire: a pawn that touches two series goes to the one that is chosen', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/nummerus-two-series.jsonl', 'end', 1)
  const pawn = 36
  await target(page, `take ${pawn} on ${pawn - 1}`).click()
  const question = page.getByRole('group', { name: `Which series does the ${pawn} go to?` })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  // The Power pawn dragged there asks as well.
  await drag(page, page.locator('[data-piece="power"]'), page.locator(`.wood [data-piece="pawn-${pawn}"]`))
  await question.getByRole('button', { name: `Take pawn ${pawn} and add it to the series with ${pawn + 1}` }).click()
  await expect(log(page).last()).toContainText(`add it to the series with ${pawn + 1}`)
})

test('a hint says what to do, highlights it, and disappears when it is done', async ({ guest: page }) => {
  await start(page, 'nummerus', 2)
  await myTurn(page)
  await page.getByRole('button', { name: 'Hint' }).click()
  const hint = page.locator('[data-hint]')
  await expect(hint).toHaveText(/^Take pawn \d+\. .+\(chance of winning: \d+%\)$/)
  const move = (await hint.getAttribute('data-hint')) ?? ''
  expect((await tableState(page)).moves).toContain(move)
  await expect(target(page, move)).toHaveClass(/highlighted/)
  await expectAccessible(page)
  const before = await tableState(page)
  await target(page, move).click()
  await changed(page, before)
  await expect(hint).toBeHidden()
  await expect(page.locator('.highlighted')).toHaveCount(0)
})

test('a move that comes too late is refused in words', async ({ guest: page }) => {
  await start(page, 'nummerus', 1)
  await playOn(page, undefined, 1)
  // The same person in a second window, which does not hear of the next move before it makes one of its own.
  const second = await page.context().newPage()
  const network = await badNetwork(second)
  await second.goto(page.url())
  await ready(second)
  const before = await toPlay(second)
  network.hold()
  const status = page.locator('[data-status]')
  const at = (await status.getAttribute('data-at')) ?? ''
  await playOn(page, undefined, 1)
  // The server has this move before the other window makes its own.
  await expect(status).not.toHaveAttribute('data-at', at)
  expect(await tableState(second)).toEqual(before)
  await second.locator('[data-move]').last().click()
  network.release()
  await expect(second.getByRole('alert')).toContainText('The table has changed in the meantime.')
  await expectAccessible(second)
  await second.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(second.getByRole('alert')).toHaveCount(0)
  await playOn(second, undefined, 1)
})
