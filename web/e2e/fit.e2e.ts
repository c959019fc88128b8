// Every table fits its screen, at every size, at the start, in the middle and at the end of games with the most players.
//
// What a board has to do for this test (web/e2e/fit.ts):
// - `data-figure` on whatever is to be read: a drawing with a number or symbol (the `<svg>`), or an element with a count in it.
//   Its box must lie inside the board, be at least 10 px high (12 on large screens), and nothing that is painted may lie over it, be it another
//   piece, the ring around one, or a part of the same piece.
// - `seat-panel` on what lies in front of a player: its pieces stay inside.
// - `data-piece` on pieces, as for the animations (lib/flip.ts): they are named when something is wrong.
// - `data-status` on the status line: it has at most three lines.
// - `data-move` on whatever plays a move: at least 24 px large, or 24 px away from the next.
import type { Page } from '@playwright/test'
import { largest, misfits, NARROWEST, openForAll, SIZES, smaller, turnBefore } from './fit'
import { address, expect, expectNoOverflow, GAMES, openRecord, resize, test, visitor } from './fixtures'

async function expectFit(page: Page, when: string): Promise<void> {
  const found: string[] = []
  for (const [device, size] of Object.entries(SIZES)) {
    for (const misfit of await misfits(page, size)) found.push(`${when}, on ${device}: ${misfit}`)
  }
  expect(found).toEqual([])
  await resize(page, NARROWEST)
  await expectNoOverflow(page)
}

for (const game of GAMES) {
  largest(game).forEach((record, which) => {
    const { file, players, moves } = record
    test(`${game} for ${players} fits every screen, ${file}`, async ({ guest: page }) => {
      for (const at of [0, turnBefore(record, Math.floor(moves.length / 2)), moves.length - 1, moves.length]) {
        await openForAll(page, record, at, which ? 'notes' : 'table')
        await expectFit(page, `move ${at}`)
      }
    })
  })

  for (const record of smaller(game)) {
    test(`${game} for ${record.players} fits every screen, ${record.file}`, async ({ guest: page }) => {
      await openForAll(page, record, Math.floor(record.moves.length * 0.6))
      await expectFit(page, 'late')
    })
  }

  // German has the longest words, French the longest sentences; with notes there is a button more.
  for (const locale of ['de', 'fr']) {
    test(`${game} fits every screen, ${locale}`, async ({ browser }) => {
      const { page, complaints } = await visitor(browser, { locale })
      for (const sample of largest(game)) {
        await openForAll(page, sample, Math.floor(sample.moves.length / 2), 'notes')
        await expectFit(page, sample.file)
      }
      expect(complaints).toEqual([])
      await page.context().close()
    })
  }

  test(`${game}: a replay fits every screen`, async ({ guest: page }) => {
    const [record] = largest(game)
    if (!record) throw new Error(`no sample of ${game}`)
    await page.goto(address('/replay'))
    await page.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(record.line) })
    for (const at of [0, Math.floor(record.moves.length / 2), record.moves.length]) {
      await page.getByRole('slider').fill(String(at))
      await page.locator(`[data-at="${at}"]`).waitFor()
      await expectFit(page, `move ${at}`)
    }
  })
}

// Its button needs more room than the words that stand there before: with point cards beside it, and where taking has no limit (T13).
for (const locale of ['de', 'fr', 'nl']) {
  test(`titus: the button of an exchange can be read on every screen, ${locale}`, async ({ browser }) => {
    const { page, complaints } = await visitor(browser, { locale })
    const unlimited = smaller('titus').find(({ players }) => players === 3)
    if (!unlimited) throw new Error('no sample of Titus for three')
    const found: string[] = []
    for (const open of [
      () => openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1, { memory: 'notes' }),
      () => openForAll(page, unlimited, unlimited.moves.length - 2, 'notes'),
    ]) {
      await open()
      await page.locator('.piece[data-move^="swap"]').first().click()
      await expect(page.locator('.exchange')).toBeVisible()
      for (const [device, size] of Object.entries({ ...SIZES, 'the narrowest': NARROWEST })) {
        for (const misfit of await misfits(page, size)) {
          if (size !== NARROWEST || misfit.includes('covered')) found.push(`${device}: ${misfit}`)
        }
        // Not only its word: no piece lies over its edge.
        const touching = await page.locator('.exchange').evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          return [...document.querySelectorAll('.board [data-piece]')]
            .filter((piece) => {
              const box = piece.getBoundingClientRect()
              return Math.min(box.right, right) - Math.max(box.left, left) > 1 && Math.min(box.bottom, bottom) - Math.max(box.top, top) > 1
            })
            .map((piece) => piece.getAttribute('data-piece'))
        })
        for (const piece of touching) found.push(`${device}: ${piece} lies over the button`)
      }
    }
    await expect(page.locator('.unlimited')).toBeVisible()
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

test('what does not fit, or cannot be read, is noticed', async ({ guest: page }) => {
  const found = async (inside: string) => {
    await page.setContent(`<!doctype html><body style="margin: 0"><div class="board" style="position: relative; width: 300px; height: 200px; overflow: hidden">${inside}</div>`)
    return (await misfits(page, SIZES['a phone'])).join('\n')
  }
  const coin = '<span data-piece="coin-1"><svg width="50" height="50"><circle r="25" cx="25" cy="25" /><text x="12" y="32" data-figure>12</text></svg></span>'
  const cover = '<span data-piece="coin-2" style="position: absolute; left: 25px; top: 5px; width: 40px; height: 40px; background: gold; pointer-events: none"></span>'
  expect(await found(coin)).toBe('')
  expect(await found(coin + cover)).toContain('text. of coin-1 "12" is covered by span. of coin-2')
  const ring = cover.replace('<span', '<button class="piece round"').replace('left: 25px', 'left: 36px').replace('background: gold', 'border: 0; border-radius: 50%; padding: 0')
  expect(await found(coin + ring)).toBe('')
  expect(await found(coin + ring.replace('padding: 0', 'padding: 0; box-shadow: 0 0 0 2px white, 0 0 0 9px red'))).toContain('is covered by button.piece round of coin-2')
  const pointedOut = (away: number) => found(`<button class="highlighted" data-piece="coin-2" style="position: absolute; left: ${away}px; width: 20px; height: 40px; padding: 0; border: 0; outline: 4px solid gold; outline-offset: 2px"></button>${coin}`)
  expect(await pointedOut(60)).toBe('')
  expect(await pointedOut(32)).toContain('is covered by button.highlighted of coin-2')
  expect(await found(`<div class="seat-panel" style="width: 45px; height: 60px">${coin}</div>`)).toContain('sticks out of its panel by 5.0 px')
  expect(await found(`${coin}<button data-move="join" style="position: absolute; inset: 0; background: none"></button>`)).toBe('')
  expect(await found('<b data-figure style="position: absolute; left: 290px">12</b>')).toContain('is outside')
  expect(await found('<b data-figure style="font-size: 6px">12</b>')).toMatch(/is only \d\.\d px high/)
  expect(await found(`${coin}<p style="height: 250px"></p>`)).toMatch(/hides 0 × \d+ px/)
  expect(await found('<p>12</p>')).toBe('no element is marked data-figure')
  expect(await found(`${coin}<p data-status style="width: 60px; margin: 0; font: 12px/14px serif; overflow-wrap: anywhere">Draw a card, or end your turn now.</p>`)).toMatch(/takes [45] lines/)
  const small = '<button data-move="place" style="position: absolute; left: 90px; top: 9px; width: 12px; height: 12px; padding: 0"></button>'
  expect(await found(coin + small)).toBe('')
  expect(await found(coin + small + small.replace('90px', '105px'))).toContain('is too small and too near')
})
