// The first start: the page is there at once, and each game becomes playable by itself when it has been compiled.
import { readFileSync } from 'node:fs'
import { address, expect, expectAccessible, GAMES, ownServer, playOn, result, test } from './fixtures'

/** Compiling a game takes some 15 s of work; a busy machine may need minutes. */
const COMPILED_MS = 600_000

const server = ownServer((folder) => ({ RECTOVERSO_CACHE: folder, wait: false }))

/** The process that compiles a game for the server. */
function compiler(game: string): number | undefined {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${file}`, 'utf-8')
    } catch {
      return '' // it has ended
    }
  }
  const { pid } = server()
  const children = read(`${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return children.filter((child) => read(`${child}/cmdline`).split('\0').includes(game)).map(Number)[0]
}

/** Stops the compilation of a game, or lets it go on: no test depends on how long it takes. Only Linux tells which process it is. */
async function compilation(game: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  if (process.platform !== 'linux') return
  await expect.poll(() => compiler(game)).toBeDefined()
  process.kill(compiler(game) ?? 0, signal)
}

test('a cover says when its game will be ready, and one that is ready is played while others are compiled', async ({ guest: page }) => {
  test.setTimeout(2 * COMPILED_MS)
  // They come first.
  for (const game of ['nummerus', 'janus']) await compilation(game, 'SIGSTOP')
  await page.goto(address())
  const cover = (game: string) => page.locator('main').getByRole('listitem').filter({ has: page.locator(`a[href="/new/${game}"]`) })
  const soon = /Ready in about \d+ s/
  for (const game of GAMES) await expect(cover(game)).toContainText(soon)
  await expectAccessible(page)
  await compilation('nummerus', 'SIGCONT')
  await expect(cover('nummerus')).not.toContainText(soon, { timeout: COMPILED_MS })
  await expect(cover('janus')).toContainText(soon)
  // The others are still being compiled, and do not disturb.
  await page.locator('a[href="/new/janus"]').click()
  await expect(page.getByText(soon)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()
  await page.goto(address('/new/nummerus'))
  await page.getByRole('button', { name: 'Start' }).click()
  await playOn(page)
  await expect(result(page)).toBeVisible()
})
