// What each board shows, and where: the places of Titus, the round table of Janus, the track and the lines of Nummerus.
import type { Locator, Page } from '@playwright/test'
import { largest, openForAll, SIZES } from './fit'
import { expect, openRecord, resize, tableState, tabTo, test } from './fixtures'

const boxes = (of: Locator) => of.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))

/** A sample with the most players, the first one if none is named. */
function sample(game: string, wanted?: string) {
  const found = largest(game).find(({ file }) => wanted === undefined || file === wanted)
  if (!found) throw new Error(`no sample of ${game}`)
  return found
}

test('titus: coins, groups and series keep their three places; the pile and the hand lie beside my reserve', async ({ guest: page }) => {
  const record = sample('titus')
  for (const at of [100, record.moves.length - 3]) {
    await openForAll(page, record, at)
    for (const size of [SIZES['a phone'], SIZES['a large screen']]) {
      await resize(page, size)
      await expectThreePlaces(page)
      const [middle] = await boxes(page.locator('.middle'))
      const [mine] = await boxes(page.locator('.seat-panel.own'))
      for (const other of await boxes(page.locator('.seat-panel:not(.own)'))) expect(other.bottom).toBeLessThanOrEqual((middle?.top ?? 0) + 1)
      expect(Math.abs((mine?.top ?? 0) - (middle?.bottom ?? 0))).toBeLessThan(30)
    }
  }
  // The coin that can be stolen is larger than those below it.
  const series = page.locator('.series:has(.small-coin)').first()
  const [[top], [below]] = [await boxes(series.locator('.coin')), await boxes(series.locator('.small-coin'))]
  expect(top?.height).toBeGreaterThan((below?.height ?? 0) * 1.3)
})

test('titus: a group lies in one row where that costs little', async ({ guest: page }) => {
  await openForAll(page, sample('titus', 'tests/samples/titus.jsonl:20'), 264)
  const broken = () =>
    page.locator('.several').evaluateAll((groups) =>
      groups.filter((group) => new Set([...group.querySelectorAll('.coin')].map((coin) => Math.round(coin.getBoundingClientRect().top))).size > 1).length,
    )
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    await expect.poll(broken, `${size.width} × ${size.height}`).toBe(0)
  }
  // The largest coins that fit would have broken one.
  await resize(page, SIZES['a large screen'])
  await page.locator('.titus').evaluate((board) => {
    board.style.setProperty('--size', `${parseFloat(board.style.getPropertyValue('--size')) * 1.2}px`)
    board.classList.remove('whole')
  })
  expect(await broken()).toBeGreaterThan(0)
})

async function expectThreePlaces(page: Page): Promise<void> {
  for (const piece of ['.group:not(.several)', '.group.several', '.scored']) expect(await page.locator(`.seat-panel ${piece}`).count()).toBeGreaterThan(0)
  for (const panel of await page.locator('.seat-panel').all()) {
    const [[whole], coins, groups, series] = [await boxes(panel), await boxes(panel.locator('.group:not(.several)')), await boxes(panel.locator('.group.several')), await boxes(panel.locator('.scored'))]
    const middle = (whole?.left ?? 0) + (whole?.width ?? 0) / 2
    for (const coin of coins.slice(0, 1)) expect(coin.left).toBeLessThan(middle)
    for (const group of groups.slice(-1)) expect((whole?.right ?? 0) - group.right).toBeLessThan(30)
    for (const row of series) for (const { bottom } of [...coins, ...groups]) expect(bottom).toBeLessThanOrEqual(row.top + 1)
  }
}

test('janus: the others sit round the table; their triplets are counted, their names differ, on a small phone too', async ({ guest: page }) => {
  const record = sample('janus')
  // Five bots, whose names begin alike.
  await openRecord(page, record.file, 0, 1, { name: 'Ada' })
  await resize(page, SIZES['a small phone'])
  const panels = page.locator('.seat-panel.hand')
  await expect(panels).toHaveCount(6)
  const found = await boxes(panels)
  const [left, right, mine] = [found[0], found[4], found[5]]
  for (const other of found.slice(0, 5)) expect(other.bottom).toBeLessThanOrEqual((mine?.top ?? 0) + 1)
  expect(left?.right).toBeLessThan(right?.left ?? 0)
  for (const count of await panels.locator('.count').all()) {
    await expect(count).toHaveText(/^\d+$/)
    await expect(count).toBeInViewport({ ratio: 1 })
  }
  const names = await panels.locator('.name').evaluateAll((all) => all.map((name) => (name.querySelector('[aria-hidden]') ?? name).textContent))
  expect(names.some((name) => name?.includes('…'))).toBe(true)
  expect(new Set(names).size).toBe(6)
})

test('janus: a card is discarded by keyboard, in two steps', async ({ guest: page }) => {
  const record = sample('janus')
  await openForAll(page, record, record.moves.length - 3)
  const card = page.locator('.own .piece[data-move^="discard"]').first()
  const before = await tableState(page)
  await tabTo(page, card)
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('aria-pressed', 'true')
  expect((await tableState(page)).at).toBe(before.at)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-line]').last()).toContainText('You put a card under the pile')
})

test('nummerus: the track tells whose each number is and what is left; lines show what the Power pawn reaches', async ({ guest: page }) => {
  await openForAll(page, sample('nummerus'), 21)
  const track = page.locator('ul.track')
  await expect(track.getByRole('listitem')).toHaveCount(48)
  await expect(track.locator('.owned')).toHaveCount(21)
  const left = await page.locator('.wood [data-piece^="pawn"]').evaluateAll((all) => all.map((pawn) => pawn.getAttribute('data-piece')))
  expect(left).toHaveLength(27)
  // Each number that somebody has bears the first letter of their name.
  for (const owned of await track.locator('.owned').all()) await expect(owned).toContainText(/[ABCM]/)
  const reached = await page.locator('.wood [data-move]').count()
  expect(reached).toBeGreaterThan(0)
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    const lines = await boxes(page.locator('.wood line'))
    expect(lines).toHaveLength(reached)
    for (const { width, height } of lines) expect(Math.hypot(width, height)).toBeGreaterThan(1)
  }
})

test('solitaire: the goal is in sight on every screen', async ({ guest: page }) => {
  await openRecord(page, 'tests/samples/nummerus.jsonl:25', 20, 1)
  for (const size of Object.values(SIZES)) {
    await resize(page, size)
    await expect(page.getByText('Goal: leave no series.')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^\d+ series left$/)).toBeInViewport({ ratio: 1 })
  }
})
