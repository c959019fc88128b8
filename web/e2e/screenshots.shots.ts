// Takes a picture of every screen, desktop and phone, light and dark, and of every table with the most players at every size,
// early, middle and late, into web/screenshots, which git ignores. Not a test.
// The few pictures that documents show are also written to docs/screenshots, as WebP, which is a third of the size.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { largest, openForAll, SIZES } from './fit'
import { address, choose, expect, GAMES, openRecord, playOn, resize, result, start, test, visitor } from './fixtures'

const FOLDER = new URL('../screenshots/', import.meta.url).pathname
const DOCUMENTS = new URL('../../docs/screenshots/', import.meta.url).pathname
const DOCUMENTED = ['titus-desktop-light', 'home-phone-dark', 'janus-phone-light', 'nummerus-phone-light']
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const

/** The position of a record, seen from the first seat. */
async function show(page: Page, record: string, more?: { memory: 'notes' }): Promise<void> {
  await openRecord(page, `web/e2e/records/${record}.jsonl`, 'end', 1, more)
  await page.locator('[data-move]').first().waitFor({ timeout: 60_000 })
}

/** A PNG as WebP, converted by the browser itself on an empty page, where no content security policy is in the way. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const empty = await page.context().newPage()
  const address = await empty.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8)
  }, `data:image/png;base64,${png.toString('base64')}`)
  await empty.close()
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

async function shootInto(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ path: `${FOLDER}${name}.png` })
  if (DOCUMENTED.includes(name)) writeFileSync(`${DOCUMENTS}${name}.webp`, await webp(page, png))
}

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${device}, ${colorScheme}`, async ({ browser }) => {
      mkdirSync(FOLDER, { recursive: true })
      const { page } = await visitor(browser, { ...options, colorScheme })
      const shoot = (screen: string) => shootInto(page, `${screen}-${device}-${colorScheme}`)

      await page.goto(address())
      await page.getByRole('button', { name: 'Your name' }).click()
      await page.getByLabel('Your name').fill('Livia')
      await page.keyboard.press('Enter')

      await show(page, 'titus-middle')
      await shoot('titus')
      await show(page, 'titus-notes', { memory: 'notes' })
      await shoot('titus-notes')
      await page.getByRole('button', { name: 'Hint' }).click()
      await page.locator('[data-hint]').waitFor()
      await shoot('hint')
      await show(page, 'janus-middle')
      await shoot('janus')
      await show(page, 'nummerus-middle')
      await shoot('nummerus')
      await show(page, 'nummerus-trade-late')
      await page.locator('[data-move^="trade"]').first().click()
      await shoot('nummerus-exchange')
      await show(page, 'nummerus-square')
      await page.locator('[data-move*=" on "]').first().click()
      await shoot('nummerus-solitaire')
      await start(page, 'nummerus', 1)
      await playOn(page)
      await expect(result(page)).toBeVisible()
      await page.getByTestId('fair').locator('summary').click()
      await shoot('result')
      await page.getByRole('link', { name: 'Replay' }).click()
      await page.getByRole('slider').fill('24')
      await page.locator('[data-at="24"]').waitFor()
      await shoot('replay')

      await page.goto(address('/new/nummerus'))
      await shoot('new')
      await page.getByText('Options, time, seats').click()
      await page.getByRole('group', { name: 'Board' }).scrollIntoViewIfNeeded()
      await shoot('new-options')
      await choose(page, 'Who’s playing?', 'Friends')
      await page.getByRole('button', { name: 'Open the table' }).click()
      await page.getByRole('img', { name: 'Link for seat 2' }).waitFor()
      await shoot('waiting')
      await page.goto(address('/new/janus'))
      await choose(page, 'Who’s playing?', 'One device')
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByRole('button', { name: /I am/ }).waitFor({ timeout: 30_000 })
      await shoot('curtain')
      await page.getByRole('button', { name: /I am/ }).click()
      await page.getByRole('button', { name: 'Propose to end the game' }).click()
      await page.getByRole('group', { name: 'Vote' }).waitFor()
      await shoot('vote')
      await page.goto(address('/rules/titus'))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await shoot('rules')
      await page.goto(address())
      await page.getByRole('heading', { name: 'My games' }).waitFor()
      await shoot('home')
      await page.getByRole('button', { name: 'Settings' }).click()
      await shoot('settings')
      await page.context().close()
    })
  }
}

for (const game of GAMES) {
  largest(game).forEach((sample, which) => {
    test(`${game} for ${sample.players} at every size, ${sample.file}`, async ({ guest: page }) => {
      mkdirSync(FOLDER, { recursive: true })
      const last = sample.moves.length
      for (const [when, at] of Object.entries({ early: Math.floor(last / 8), middle: Math.floor(last / 2), late: last - 1, over: last })) {
        await openForAll(page, sample, at, which ? 'notes' : 'table')
        for (const size of Object.values(SIZES)) {
          await resize(page, size)
          await page.screenshot({ path: `${FOLDER}${game}-${sample.players}-${which + 1}-${when}-${size.width}x${size.height}.png` })
        }
      }
    })
  })
}
