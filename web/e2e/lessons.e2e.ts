// Lessons: played to the end by mouse and by keyboard, wrong moves answered, resumed, and a first game with hints.
import type { Locator, Page } from '@playwright/test'
import type { LessonAnswer, LessonInfo, LessonStep, Site } from '../src/lib/protocol'
import { expectGuideAndBoard } from './fit'
import { address, expect, expectAccessible, expectNoOverflow, GAMES, resize, tabTo, test } from './fixtures'
import { get } from './luck'

type Press = (page: Page, what: Locator) => Promise<unknown>
const click: Press = (_, what) => what.click()
const enter: Press = async (page, what) => {
  await tabTo(page, what)
  await page.keyboard.press('Enter')
}

/** The lessons that the server offers, by their path. */
async function lessons(page: Page): Promise<Map<string, LessonInfo>> {
  const site = (await (await get(page, '/api/site')).json()) as Site
  return new Map(site.games.flatMap((game) => game.lessons.map((lesson) => [`${game.name}/${lesson.name}`, lesson] as const)))
}

async function stepOf(page: Page, path: string): Promise<LessonStep> {
  const number = await page.locator('[data-status]').getAttribute('data-step')
  return (await (await get(page, `/api/lessons/${path}/${number}?lang=en`)).json()) as LessonStep
}

/** What is tapped for a move, one after the other: some moves are a choice of two things. */
function taps(move: string): string[] {
  const [verb, first, second] = move.split(' ')
  if (verb === 'trade') return [`[data-move="trade-${first}"]`, `[data-move="trade-${second}"]`]
  return second === 'on' ? [`[data-move^="take ${first}"]`, `dialog [data-move="${move}"], .choice [data-move="${move}"]`] : [`[data-move="${move}"]`]
}

async function make(page: Page, move: string, press: Press): Promise<void> {
  for (const tap of taps(move)) await press(page, page.locator(tap).last())
  const again = page.locator(`[data-move="${move}"]`).last()
  await expect(page.locator('.answer p').or(again).first()).toBeVisible()
  // A card is chosen first, and then discarded; a coin is chosen first, and then exchanged.
  if (/^(discard|swap)/.test(move) && !(await page.locator('.answer p').count())) await press(page, again)
  await expect(page.locator('.answer p')).toBeVisible()
}

/** Makes a wrong move: the page shows the server's reason, and goes on only by another move. */
async function tryWrong(page: Page, path: string, move: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes(`/api/lessons/${path}/`))
  await make(page, move, click)
  const answer = await answered
  expect(answer.request().postDataJSON()).toMatchObject({ move })
  const { right, text } = (await answer.json()) as LessonAnswer
  expect(right, `${path}: ${move}`).toBe(false)
  await expect(page.locator('.answer.wrong')).toHaveText(`Not quite. ${text}`)
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(page.locator('.answer p')).toHaveCount(0)
}

/** Plays a lesson to its end; `first` comes before the right move of each step. */
async function complete(page: Page, path: string, steps: number, press: Press, first?: (step: LessonStep) => Promise<void>): Promise<void> {
  await page.goto(address(`/learn/${path}`))
  for (let number = 1; number <= steps; number++) {
    await expect(page.locator('[data-status]')).toHaveAttribute('data-step', String(number))
    const step = await stepOf(page, path)
    const { right, text } = step
    await expect(page.locator('[data-status]')).toHaveText(text)
    await first?.(step)
    await make(page, right[0] ?? '', press)
    await expect(page.locator('.answer.right')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Next' }))
  }
  await expect(page.getByRole('button', { name: 'Play my first game' })).toBeFocused()
}

test('every lesson is completed by keyboard', async ({ guest: page }) => {
  test.setTimeout(240_000)
  for (const [path, { steps }] of await lessons(page)) await complete(page, path, steps, enter)
})

for (const game of GAMES) {
  test(`every lesson of ${game} is completed by mouse, after every wrong move of each step`, async ({ guest: page }) => {
    const own = [...(await lessons(page))].filter(([path]) => path.startsWith(`${game}/`))
    expect(own).not.toEqual([])
    for (const [path, { steps }] of own) {
      await complete(page, path, steps, click, async ({ legal, right }) => {
        for (const move of legal) if (!right.includes(move)) await tryWrong(page, path, move)
      })
    }
  })
}

test('a wrong move is answered; back, again, and where one was; then a first game with hints', async ({ guest: page }) => {
  await page.goto(address())
  await page.getByRole('link', { name: 'Learn Nummerus' }).click()
  const status = page.locator('[data-status]')
  await expect(status).toHaveAttribute('data-step', '1')
  await expectAccessible(page)
  await page.locator('[data-move="take 19"]').click()
  await expect(page.locator('.answer.wrong')).toContainText('take the 14')
  await page.locator('[data-move="take 14"]').click()
  await expect(page.locator('.answer.right')).toContainText('Player 2 takes pawn 2.')
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(page.locator('[data-move="take 14"]')).toBeVisible()
  await page.locator('[data-move="take 14"]').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(status).toHaveAttribute('data-step', '2')
  await page.reload()
  await expect(status).toHaveAttribute('data-step', '2')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(status).toHaveAttribute('data-step', '1')
  for (const [width, height] of [[320, 568], [740, 360], [1280, 720]] as const) {
    await resize(page, { width, height })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await expectGuideAndBoard(page)
  await page.evaluate(() => localStorage.setItem('rectoverso.lesson.nummerus.game', '9'))
  await page.reload()
  await make(page, 'take 24', click)
  await page.getByRole('button', { name: 'Next' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play my first game' }).click()
  await expect(page.locator('[data-hint]')).toBeVisible({ timeout: 60_000 })
  await page.goto(address())
  await expect(page.getByRole('link', { name: 'Learn Titus' }).or(page.locator('.covers')).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Learn Nummerus' })).toHaveCount(0)
})
