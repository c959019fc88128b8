// Two persons at one table, each in a browser of their own: what the one does, the other sees, hears and reads.
import type { Browser, Page } from '@playwright/test'
import { address, changed, expect, expectAccessible, nameOf, nextMove, openRecord, playOn, ready, resign, result, stopClock, tableState, target, test, toPlay, visitor } from './fixtures'
import { badNetwork, type BadNetwork } from './network'

const log = (page: Page) => page.locator('section[aria-label="What happened"]')
const spoken = (page: Page) => page.getByTestId('live')
const status = (page: Page) => page.locator('[data-status]')
const myTurn = (page: Page) => page.locator('[data-move]').first().waitFor()

/** Ada and Ben at the position of a record; Ada has seat 1. */
async function adaAndBen(browser: Browser, ada: Page, record: string, at: number | 'end', more: object = {}): Promise<{ ben: Page; network: BadNetwork }> {
  const { page: ben } = await visitor(browser, {}, [/WebSocket/])
  const network = await badNetwork(ben)
  await nameOf(ben, 'Ben')
  await openRecord(ada, record, at, 1, { name: 'Ada', others: { 2: ben }, ...more })
  await ben.goto(ada.url())
  for (const page of [ada, ben]) await ready(page)
  return { ben, network }
}

/** Plays until the other one is to move. */
async function turnOf(page: Page, other: Page): Promise<void> {
  for (;;) {
    let before = await tableState(page)
    const read = async () => {
      before = await tableState(page)
      return before.moves.length || (await tableState(other)).moves.length
    }
    await expect.poll(read).toBeGreaterThan(0)
    if (!before.moves.length) return
    await target(page, nextMove(before)).click()
    await changed(page, before)
  }
}

/** The second step of a move that has two. */
async function confirm(page: Page, move: string): Promise<void> {
  if (move.startsWith('swap')) await page.locator(`button:not(.piece)[data-move="${move}"]`).click()
  else await target(page, move).click()
}

/** Notes what the status line says from now on, and how many moves can be played meanwhile. */
async function listenTo(page: Page): Promise<() => Promise<Array<[string, number]>>> {
  await page.evaluate(() => {
    const line = document.querySelector('[data-status]') as Element
    const said = ((window as unknown as Record<string, unknown>)['said'] = [] as Array<[string, number]>)
    new MutationObserver(() => said.push([line.textContent ?? '', document.querySelectorAll('[data-move]').length])).observe(line, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: Array<[string, number]> }).said)
}

for (const [game, record, at] of [
  ['titus', 'tests/samples/titus.jsonl:1', 120],
  ['janus', 'tests/samples/janus.jsonl:3', 60],
  ['nummerus', 'tests/samples/nummerus.jsonl:1', 20],
] as const) {
  test(`${game}: what the other did since my move is marked, told by turn, and shown again`, async ({ browser, guest: ada }) => {
    const { ben } = await adaAndBen(browser, ada, record, at)
    // The one whose turn it is begins; then the other one.
    const first = await Promise.any([ada, ben].map(async (page) => (await myTurn(page), page)))
    const second = first === ada ? ben : ada
    const [mine, theirs] = first === ada ? ['Ada', 'Ben'] : ['Ben', 'Ada']
    await turnOf(first, second)
    const before = Number(await status(second).getAttribute('data-at'))
    await expect(second).toHaveTitle(/^◆ Your turn – /)
    await expect(first).toHaveTitle(`… ${theirs} – ${(await second.title()).split(' – ')[1]}`)
    await turnOf(second, first)
    await myTurn(first)
    const after = Number(await status(first).getAttribute('data-at'))
    await expect(first.getByTestId('traces').locator('[data-trace]').first()).toBeAttached()
    await expect(second.getByTestId('traces').locator(`[data-by="${second === ada ? 1 : 2}"]`)).toHaveCount(0)
    // Both logs have the same turns, the last ones those of the others.
    const turns = (page: Page) =>
      log(page).locator('.turn').evaluateAll((all) => all.map((turn) => [turn.querySelector('.who')?.textContent?.trim(), turn.querySelectorAll('[data-line]').length] as const))
    const told = await turns(first)
    await expect.poll(() => turns(second)).toEqual(told)
    expect(told.reduce((sum, [, lines]) => sum + lines, 0)).toBe(after)
    const since = told.slice(told.findLastIndex(([who]) => who === mine) + 1)
    expect(since[0]?.[0]).toBe(theirs)
    expect(since.reduce((sum, [, lines]) => sum + lines, 0)).toBe(after - before)
    // Shown again from the position after my move on: step by step, in the words of the log, and nothing can be played meanwhile.
    const lines = await log(first).locator('[data-line] button').allTextContents()
    const said = await listenTo(first)
    await first.getByRole('button', { name: 'Show me again' }).click()
    await expect.poll(async () => (await said()).length).toBe(after - before + 1)
    expect((await said()).slice(0, -1)).toEqual(lines.slice(before - after).map((line) => [line, 0]))
    await myTurn(first)
    await expect(status(first)).toHaveAttribute('data-at', String(after))
    await ben.context().close()
  })
}

test('undo says why not once the other has moved; what I try out of turn changes nothing', async ({ browser, guest: ada }) => {
  const { ben } = await adaAndBen(browser, ada, 'tests/samples/nummerus.jsonl:1', 20)
  await turnOf(ada, ben)
  await turnOf(ben, ada)
  await myTurn(ada)
  await ada.getByRole('button', { name: 'Undo' }).click({ force: true })
  await expect(ada.locator('.remark')).toContainText('That cannot be undone: others have moved since.')
  // For Ben it is still possible, and Ada is told.
  const took = 'Ben took back their last action.'
  await Promise.all([
    expect(ada.locator('.toast.said')).toHaveText(took),
    expect(log(ada)).toContainText(took),
    ben.getByRole('button', { name: 'Undo' }).click(),
  ])
  await expect(ada.locator('[data-move]')).toHaveCount(0)
  // The remark spoke of a position that is no longer there.
  await expect(ada.locator('[data-why]')).toHaveCount(0)
  const before = await tableState(ada)
  await ada.locator('.wood [data-piece^="pawn"]').first().click({ force: true })
  expect(await tableState(ada)).toEqual(before)
  await expectAccessible(ada)
  await ben.context().close()
})

for (const [game, record, at, rule] of [
  ['titus', 'tests/samples/titus.jsonl:1', 120, /^T/],
  ['janus', 'tests/samples/janus.jsonl:3', 60, /^J/],
  ['nummerus', 'tests/samples/nummerus.jsonl:1', 20, /^N/],
] as const) {
  test(`${game}: hints and reasons why not are shown to who asked alone; hints agree with each other as they are followed`, async ({ browser, guest: ada }) => {
    const { ben } = await adaAndBen(browser, ada, record, at, { memory: 'notes' })
    const asker = await Promise.any([ada, ben].map(async (page) => (await myTurn(page), page)))
    const other = asker === ada ? ben : ada
    const hint = asker.locator('[data-hint]')
    const board = () => asker.locator('.board').boundingBox()
    let tried = 0
    for (let followed = 0; followed < 4; followed++) {
      const before = await toPlay(asker)
      const place = await board()
      // What is not possible says why, by its rule, and nothing happens.
      const impossible = asker.locator('[data-attempt]')
      if (await impossible.count()) {
        await impossible.first().click({ force: true })
        await expect(asker.locator('[data-why]')).toHaveAttribute('data-why', rule)
        expect(await tableState(asker)).toEqual(before)
        tried++
      }
      await asker.getByRole('button', { name: 'Hint' }).click()
      await expect(hint).toContainText('chance of winning')
      const move = (await hint.getAttribute('data-hint')) ?? ''
      expect(before.moves).toContain(move)
      const words = await hint.innerText()
      // Asked again, the same; and a reason in words stands beside the move.
      await asker.getByRole('button', { name: 'Hint' }).click()
      await expect(asker.getByRole('button', { name: 'Hint' })).toBeEnabled()
      await expect(hint).toHaveAttribute('data-hint', move)
      expect(words.split(/[.!] /).length).toBeGreaterThan(2)
      expect(await board()).toEqual(place)
      for (const shown of ['[data-hint]', '[data-why]', '.highlighted']) await expect(other.locator(shown)).toHaveCount(0)
      await target(asker, move).click()
      if (/^(swap|discard)/.test(move)) await confirm(asker, move)
      await changed(asker, before)
      await expect(hint).toHaveCount(0)
      await turnOf(other, asker)
    }
    expect(tried).toBeGreaterThan(0)
    await ben.context().close()
  })
}

test('titus: an exchange is seen by the other when it is made, not when it is chosen; then undo says why not', async ({ browser, guest: ada }) => {
  const { ben } = await adaAndBen(browser, ada, 'web/e2e/records/titus-swap.jsonl', 'end')
  const coin = ada.locator('.piece[data-move^="swap"]').first()
  const move = (await coin.getAttribute('data-move')) ?? ''
  const at = (await status(ben).getAttribute('data-at')) ?? ''
  const lines = await log(ben).locator('[data-line]').count()
  await coin.click()
  await expect(coin).toHaveAttribute('aria-pressed', 'true')
  await expect(status(ben)).toHaveAttribute('data-at', at)
  await expect(ben.locator('[aria-pressed="true"]')).toHaveCount(0)
  await ada.locator(`button:not(.piece)[data-move="${move}"]`).click()
  await expect(log(ben).locator('[data-line]')).toHaveCount(lines + 1)
  await expect(log(ben).locator('[data-line]').last()).toHaveText(/^Ada exchanges coin \d+ for your coin \d+ and turns it over: \d+\.$/)
  await expect(spoken(ben)).toContainText('Ada exchanges coin')
  await expect(ben.getByTestId('traces').locator('[data-by="1"]').first()).toBeAttached()
  const undo = ada.getByRole('button', { name: 'Undo' })
  // It says why not, unless the move is still on its way: then it is really disabled.
  await expect(undo).toHaveJSProperty('disabled', false)
  await undo.click({ force: true })
  await expect(ada.locator('[data-why]')).toContainText('something hidden has been seen')
  await expect(ben.locator('[data-why]')).toHaveCount(0)
  await ben.context().close()
})

test('a cut connection is said to both within seconds, and so is its return; a new name and a way out are told', async ({ browser, guest: ada }) => {
  const { ben, network } = await adaAndBen(browser, ada, 'tests/samples/nummerus.jsonl:1', 20)
  const { page: watcher } = await visitor(browser)
  await watcher.goto(ada.url())
  await expect(watcher.getByText('You are watching.').first()).toBeVisible()
  // It is said at once: while the clock of the page stands still.
  await stopClock(ben)
  await network.cut()
  await expect(ben.getByText('Connection lost: reconnecting…').first()).toBeVisible()
  await expect(spoken(ben)).toHaveText('Connection lost: reconnecting…')
  await ben.clock.resume()
  for (const page of [ada, watcher]) {
    await expect(log(page)).toContainText('Ben has lost the connection.')
    await expect(spoken(page)).toHaveText('Ben has lost the connection.')
  }
  await expectAccessible(ben)
  network.restore()
  await expect(ben.locator('.banner')).toHaveCount(0)
  for (const page of [ada, watcher]) {
    await expect(log(page)).toContainText('Ben is connected again.')
    await expect(spoken(page)).toHaveText('Ben is connected again.')
  }
  // Renamed in the middle of a game: on every screen, and the log of before keeps whom it meant.
  await ben.getByRole('button', { name: 'Menu' }).click()
  await ben.getByLabel('Your name').fill('Benno')
  await ben.getByRole('button', { name: 'Change name' }).click()
  for (const page of [ada, watcher]) {
    await expect(spoken(page)).toHaveText('Ben is now called Benno.')
    await expect(log(page)).toContainText('Ben is now called Benno.')
    await expect(page.locator('.board').getByText('Benno', { exact: true }).first()).toBeVisible()
  }
  // Ben gets up; a bot plays for them until they open the table again. Later it would be said that the connection is lost.
  for (const page of [ada, watcher]) await stopClock(page)
  await ben.getByRole('button', { name: 'Menu' }).click()
  await ben.getByRole('button', { name: 'Leave the table' }).click()
  for (const page of [ada, watcher]) {
    await expect(log(page)).toContainText('Benno has left the table. A bot plays on for Benno.')
    await expect(spoken(page)).toContainText('Benno has left the table. A bot plays on for Benno.')
  }
  for (const page of [ada, watcher]) await page.clock.resume()
  await playOn(ada, undefined, 1)
  await expect(log(ada)).toContainText('Benno (bot) takes pawn')
  await ben.goto(ada.url())
  await ready(ben)
  for (const page of [ada, watcher]) {
    await expect(log(page)).toContainText('Benno is playing again.')
    await expect(spoken(page)).toContainText('Benno is playing again.')
  }
  for (const page of [ben, watcher]) await page.context().close()
})

test('a match between two: each round says it is one, the next is asked for, and both see who won it all', async ({ browser, guest: ada }) => {
  const { ben } = await adaAndBen(browser, ada, 'tests/samples/nummerus.jsonl:7', 'end', { rounds: 2 })
  for (const [page, words] of [[ada, 'Round 1: you win!'], [ben, 'Round 1: Ada wins.']] as const) {
    await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
    await expect(page.locator('dialog .match thead th')).toHaveCount(2)
    await expectAccessible(page)
  }
  await ben.getByRole('button', { name: 'Next round' }).click()
  await expect(spoken(ada)).toHaveText('Ben is ready for round 2 of 2.')
  await expect(ada.getByRole('dialog')).toContainText('Ben is ready for round 2 of 2.')
  await expect(ben.getByRole('dialog')).toContainText('Waiting for Ada.')
  await ada.getByRole('button', { name: 'Next round' }).click()
  for (const page of [ada, ben]) {
    await expect(result(page)).toHaveCount(0)
    await expect(page.getByText('Round 2 of 2').first()).toBeVisible()
  }
  await resign(ada, 'The round ends, and Ben wins.')
  // The one who resigns comes last in the match, whatever the points; both are told why.
  const totals: string[][] = []
  for (const [page, words, told] of [[ada, 'Ben wins the match.', 'You have resigned.'], [ben, 'You win the match!', 'Ada has resigned.']] as const) {
    await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText(told)
    await expect(page.locator('dialog .match thead th')).toHaveCount(3)
    totals.push(await page.locator('dialog .match td.total').allTextContents())
    await expectAccessible(page)
  }
  expect(totals[0]).toEqual(totals[1])
  // The games of each tell their own side of it.
  for (const [page, other, words] of [[ada, 'Ben', 'Lost'], [ben, 'Ada', 'Won']] as const) {
    await page.goto(address())
    const games = page.locator('section[aria-labelledby="my-games"]')
    await expect(games).toContainText(`with ${other}`)
    await expect(games).toContainText(words)
  }
  await ben.context().close()
})

test('the rules stay open beside the board while the other plays, and turn to what matters then', async ({ browser, guest: ada }) => {
  const { ben } = await adaAndBen(browser, ada, 'tests/samples/titus.jsonl:1', 120)
  const mover = await Promise.any([ada, ben].map(async (page) => (await myTurn(page), page)))
  const other = mover === ada ? ben : ada
  await other.getByRole('button', { name: 'Rules of the game' }).click()
  const rules = other.getByRole('region', { name: 'Rules of the game' })
  const now = await rules.locator('.now h3, .now h2').first().textContent()
  await turnOf(mover, other)
  await myTurn(other)
  await expect(rules.locator('.now')).toBeVisible()
  await target(other, nextMove(await toPlay(other))).click()
  await expect(rules.locator('.now h3, .now h2').first()).not.toHaveText(now ?? '')
  await expectAccessible(other)
  await ben.context().close()
})

test('who resigns against one person loses, and the games of both say so', async ({ browser, guest: ada }) => {
  const { ben } = await adaAndBen(browser, ada, 'tests/samples/titus.jsonl:1', 120)
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'no-preference' })
  await resign(ada, 'The round ends, and Ben wins.')
  await expect(spoken(ben)).toContainText('Ada has resigned.')
  await expect(ben.getByRole('heading', { name: 'You win!' })).toBeVisible()
  await expect(ben.getByRole('dialog')).toContainText('Ada has resigned.')
  await expect(ada.getByRole('heading', { name: 'Ben wins.' })).toBeVisible()
  await expect(ada.getByRole('dialog')).toContainText('You have resigned.')
  // The win feels like one, where it is one.
  await expect(ben.locator('.laurels')).toHaveCount(1)
  await expect(ada.locator('.laurels')).toHaveCount(0)
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [page, words, other, wins] of [[ada, 'Lost', 'Ben', 0], [ben, 'Won', 'Ada', 1]] as const) {
    const table = page.url()
    await page.goto(address())
    const games = page.locator('section[aria-labelledby="my-games"]')
    await expect(games).toContainText(words)
    await expect(games).toContainText(`with ${other}`)
    await expect(games.locator('time').first()).not.toBeEmpty()
    await games.getByText('Statistics').click()
    await expect(games.getByRole('row', { name: `Titus People 1 ${wins}` })).toBeVisible()
    await page.goto(table)
    await expect(result(page)).toBeVisible()
  }
  await ada.getByRole('button', { name: 'Play again' }).click()
  await expect(ben.getByRole('dialog')).toContainText('Ada wants to play again, with a new deal.')
  await ben.getByRole('button', { name: 'Play again' }).click()
  for (const page of [ada, ben]) await expect(status(page)).toHaveAttribute('data-at', '0')
  await ben.context().close()
})
