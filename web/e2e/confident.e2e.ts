// Acting with confidence: what is not possible says why, an exchange takes two steps, undo says why not, hints stay beside the board.
import type { Locator, Page } from '@playwright/test'
import { expectBesideBoard, misfits, SIZES } from './fit'
import { expect, expectAccessible, expectNoOverflow, openRecord, resize, tableState, test, visitor } from './fixtures'

/** Playwright waits for what is disabled to become enabled; people need not. */
const anyway = { force: true }
const remark = (page: Page) => page.locator('[data-why]')
const box = async (of: Locator) => {
  const found = await of.boundingBox()
  if (!found) throw new Error(`${of} is not to be seen`)
  return found
}

test('Titus: what is not possible says why, by mouse, by dragging and by keyboard, with a link to the rule', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1)
  const before = await tableState(page)
  await page.locator('[data-attempt]').first().click(anyway)
  await expect(remark(page)).toContainText('Rule T')
  const rule = (await remark(page).getAttribute('data-why')) ?? ''
  await expectAccessible(page)
  await page.getByRole('link', { name: `Rule ${rule}` }).click()
  const asked = page.locator(`[data-rules~="${rule}"].asked`).first()
  await expect(asked).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  // The arrow keys reach what cannot be played.
  await page.locator('[data-move]').first().focus()
  const focused = page.locator('[data-attempt]:focus')
  for (let steps = 0; steps < 12 && !(await focused.count()); steps++) await page.keyboard.press(steps % 3 ? 'ArrowRight' : 'ArrowDown')
  await expect(focused).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(remark(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(remark(page)).toContainText('Rule T')
  // A coin that is dropped where it does not fit.
  const [from, to] = [await box(page.locator('.hand .coin')), await box(page.locator('.own .coin').first())]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(remark(page)).toHaveAttribute('data-why', 'T6')
  expect(await tableState(page)).toEqual(before)
})

test('Titus: an exchange takes two steps; a double click does nothing', async ({ guest: page }) => {
  await openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1)
  const coin = page.locator('.piece[data-move^="swap"]').first()
  const move = (await coin.getAttribute('data-move')) ?? ''
  const before = await tableState(page)
  await coin.dblclick()
  await expect(coin).toHaveAttribute('aria-pressed', 'true')
  expect((await tableState(page)).at).toBe(before.at)
  await expectAccessible(page)
  const button = page.locator(`button:not(.piece)[data-move="${move}"]`)
  await expect(button).toHaveText('Exchange')
  await resize(page, { width: 360, height: 640 })
  const [said, card] = [await box(button), await box(page.locator('.card[data-piece="card-18"]'))]
  expect(said.x + said.width).toBeLessThanOrEqual(card.x + 1)
  await button.click()
  await expect(page.locator('[data-status]')).not.toHaveAttribute('data-at', before.at ?? '')
  // A face was turned over: undo says why it is not possible.
  await page.getByRole('button', { name: 'Undo' }).click(anyway)
  await expect(remark(page)).toContainText('something hidden has been seen')
  // The coin that was seen is named, as the log names it.
  const told = await page.locator('[data-line] button').last().innerText()
  expect(told).toMatch(/^You exchange coin \d+ for .+ coin \d+ and turn it over: \d+\.$/)
  await expect(remark(page)).toContainText(told)
  await expectBesideBoard(page, page.locator('.remark .words'))
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    // All of it can be read.
    expect(await page.locator('.remark .words').evaluate((of) => of.scrollHeight - of.clientHeight)).toBeLessThanOrEqual(1)
  }
})

for (const [game, record, seat] of [
  ['janus', 'web/e2e/records/janus-middle.jsonl', 1],
  ['nummerus', 'web/e2e/records/nummerus-middle.jsonl', 1],
] as const) {
  test(`${game}: what is not possible says why, on a phone`, async ({ browser }) => {
    const { page, complaints } = await visitor(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de' })
    await openRecord(page, record, 'end', seat)
    await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
    await page.locator('[data-attempt]').first().tap(anyway)
    await expect(remark(page)).toContainText(/Regel [JN]\d+/)
    const [panel, board] = [await box(page.locator('.remark .words')), await box(page.locator('.board'))]
    expect(panel.y + panel.height).toBeLessThanOrEqual(board.y + 1)
    await expectNoOverflow(page)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

for (const [game, record] of [['Titus', 'titus-swap'], ['Janus', 'janus-middle']] as const) {
  test(`${game}: a hint neither moves nor covers the board, nor any figure, on any screen`, async ({ guest: page }) => {
    await openRecord(page, `web/e2e/records/${record}.jsonl`, 'end', 1, { memory: 'notes' })
    await page.locator('[data-move]').first().waitFor()
    const board = page.locator('.board')
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390], [360, 640]] as const) {
      await resize(page, { width, height })
      const before = await box(board)
      if (!(await page.locator('[data-hint]').count())) await page.getByRole('button', { name: 'Hint' }).click()
      await expect(page.locator('[data-hint]')).toBeVisible()
      expect(await box(board)).toEqual(before)
      expect(await misfits(page, { width, height }), `${width} × ${height}`).toEqual([])
      const words = page.locator('.remark .words')
      const panel = await box(words)
      expect(panel.y + panel.height).toBeLessThanOrEqual(before.y + 1)
      // All of it can be read, and the buttons beside it are free.
      expect(await words.evaluate((of) => of.scrollHeight - of.clientHeight), `${width} × ${height}`).toBeLessThanOrEqual(1)
      for (const button of await page.locator('.acts button').all()) await button.click({ trial: true, force: await button.isDisabled() })
      const covered = await words.evaluate((of) => {
        const text = document.createRange()
        text.selectNodeContents(of.querySelector('p') as Element)
        const buttons = [...document.querySelectorAll('.acts button, .words button')].map((button) => button.getBoundingClientRect())
        return [...text.getClientRects()].some((line) =>
          buttons.some(({ left, top, right, bottom }) => line.right > left && line.left < right && line.bottom > top && line.top < bottom),
        )
      })
      expect(covered, `${width} × ${height}`).toBe(false)
    }
  })
}
