// What would you do? Answered by mouse and by keyboard; the best move is told afterwards only; progress is kept.
import type { Locator, Page } from '@playwright/test'
import type { ExerciseAnswer, ExercisePosition } from '../src/lib/protocol'
import { expectGuideAndBoard } from './fit'
import { address, expect, expectAccessible, expectNoOverflow, resize, tabTo, test } from './fixtures'
import { get, post } from './luck'

type Press = (page: Page, what: Locator) => Promise<unknown>
const click: Press = (_, what) => what.click()
const enter: Press = async (page, what) => {
  await tabTo(page, what)
  await page.keyboard.press('Enter')
}

const current = (page: Page) => page.locator('[data-exercise]')
const progress = (page: Page) => page.locator('[data-progress]')

/** Makes a move; some take two presses: a piece is chosen first, and then what to do with it. */
async function make(page: Page, move: string, press: Press): Promise<void> {
  const target = page.locator(`[data-move="${move}"]`).last()
  await press(page, target)
  await expect(page.locator('.answer p').or(target).first()).toBeVisible()
  if (!(await page.locator('.answer p').count())) await press(page, target)
  await expect(page.locator('.answer p')).toBeVisible()
}

async function positionOf(page: Page): Promise<ExercisePosition> {
  const path = await current(page).getAttribute('data-exercise')
  return (await (await get(page, `/api/exercises/${path}`)).json()) as ExercisePosition
}

/** What the server answers to a move: the test asks it as the page does. */
async function bestOf(page: Page, legal: string[]): Promise<ExerciseAnswer> {
  const path = await current(page).getAttribute('data-exercise')
  const answer = await post(page, `/api/exercises/${path}`, { move: legal[0] })
  return (await answer.json()) as ExerciseAnswer
}

for (const [way, press] of Object.entries({ mouse: click, keyboard: enter })) {
  for (const game of ['titus', 'janus']) {
    test(`positions of ${game} are answered by ${way}`, async ({ guest: page }) => {
      await page.goto(address(`/exercises/${game}`))
      for (const number of [1, 2, 3]) {
        await expect(current(page)).toHaveAttribute('data-exercise', `${game}/${number}`)
        const { legal } = await positionOf(page)
        const { best } = await bestOf(page, legal)
        await make(page, best.move, press)
        await expect(page.locator('.answer')).toContainText('Right!')
        await expect(page.getByRole('row', { name: 'Best move' })).toContainText('%')
        await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
        await press(page, page.getByRole('button', { name: 'Next' }))
      }
      await expect(progress(page)).toContainText('3 of')
      await expect(progress(page)).toContainText('3 right')
    })
  }
}

test('a worse move is compared with the best one; skipped, filtered, kept, and begun again', async ({ guest: page }) => {
  await page.goto(address())
  await page.getByRole('link', { name: 'What would you do?' }).click()
  await expect(current(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Game' }).selectOption('janus')
  await expect(current(page)).toHaveAttribute('data-exercise', 'janus/1')
  const { legal, grade } = await positionOf(page)
  const { best } = await bestOf(page, legal)
  await make(page, legal.find((move) => move !== best.move && move.startsWith('take')) ?? '', click)
  await expect(page.locator('.answer.wrong')).toContainText('There is a better move.')
  await expect(page.getByRole('row', { name: 'Your move' })).toContainText('%')
  await expectAccessible(page)
  for (const [width, height] of [[320, 568], [390, 844], [740, 360], [1280, 720]] as const) {
    await resize(page, { width, height })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await expectGuideAndBoard(page)
  await expect(current(page)).toHaveAttribute('data-exercise', 'janus/2')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(current(page)).toHaveAttribute('data-exercise', 'janus/3')
  await page.reload()
  await expect(current(page)).toHaveAttribute('data-exercise', 'janus/2')
  await expect(progress(page)).toContainText('1 of')
  await expect(progress(page)).toContainText('0 right')
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption(grade)
  await expect(progress(page)).toContainText('1 of')
  const total = ((await (await get(page, '/api/exercises/janus')).json()) as { grades: string[] }).grades.filter((one) => one === grade).length
  await expect(progress(page)).toContainText(`1 of ${total} answered`)
  const answered = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i + 1, true]))
  await page.evaluate((all) => localStorage.setItem('rectoverso.exercises.janus', all), JSON.stringify(answered))
  await page.reload()
  await expect(page.getByText('You have answered all of these.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'From the beginning' }).click()
  await expect(current(page)).toBeVisible()
  await expect(progress(page)).toContainText('0 of')
})

for (const language of ['en', 'fr', 'nl', 'de']) {
  test(`what an answer compares has room beside the board and above it, ${language}`, async ({ guest: page }) => {
    for (const game of ['titus', 'janus']) {
      await page.goto(address('/privacy'))
      await page.evaluate((chosen) => localStorage.setItem('rectoverso.language', chosen), language)
      await page.goto(address(`/exercises/${game}`))
      for (const number of [1, 2]) {
        await expect(current(page)).toHaveAttribute('data-exercise', `${game}/${number}`)
        const { legal } = await positionOf(page)
        const { best } = await bestOf(page, legal)
        await make(page, legal.find((move) => move !== best.move && /^(take|draw|end)/.test(move)) ?? '', click)
        await expect(page.locator('.guide tbody tr').first()).toBeVisible()
        for (const [width, height] of [[320, 568], [390, 844], [740, 360], [1280, 720]] as const) {
          await resize(page, { width, height })
          await expectNoOverflow(page)
        }
        await page.locator('.guide .acts .primary').click()
      }
    }
  })
}

test('before a move, the page is told neither the answer nor a hidden face', async ({ guest: page }) => {
  const told: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/exercises/titus/')) void response.text().then((text) => told.push(text))
  })
  await page.goto(address('/exercises/titus'))
  await expect(current(page)).toBeVisible()
  await expect.poll(() => told.length).toBe(1)
  const position = JSON.parse(told[0] ?? '') as ExercisePosition
  expect(Object.keys(position).sort()).toEqual(['at', 'board', 'grade', 'known', 'legal', 'number', 'odds', 'options', 'players', 'seat'])
})
