// The fair deal in a real browser: a nonce that does not arrive, and a server that changes its announcement.
import type { Page } from '@playwright/test'
import { address, choose, expect, expectAccessible, friends, ready, resign, result, start, test } from './fixtures'

/** Messages between page and server pass here; null: this one is lost. */
async function between(page: Page, up: (text: string) => string | null, down = (text: string) => text): Promise<void> {
  await page.routeWebSocket(/\/api\/socket/, (near) => {
    const far = near.connectToServer()
    near.onMessage((text) => {
      const sent = up(String(text))
      if (sent !== null) far.send(sent)
    })
    far.onMessage((text) => near.send(down(String(text))))
  })
}

/** Keeps everything that is read out, as the next message replaces it. */
const keepAnnouncements = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid=live]')?.textContent
      if (text && text !== said.at(-1)) said.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
const announced = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said.join(' '))

const findings = (page: Page) => page.getByTestId('fair')

test('a person who does not open is named to all, stands aside, and the game begins', async ({ browser, guest: host }) => {
  await keepAnnouncements(host)
  await host.goto(address('/new/nummerus'))
  await choose(host, 'Who’s playing?', 'Friends')
  await choose(host, 'How many players?', '2')
  await host.getByRole('button', { name: 'Open the table' }).click()
  const lost = (page: Page) => between(page, (text) => (text.includes('"type":"open"') ? null : text))
  const [visit] = await friends(browser, host, 1, lost)
  if (!visit) throw new Error('nobody came')
  const { page: friend, complaints } = visit
  // The friend is told about the connection instead: their number gets no answer.
  await expect.poll(() => announced(host)).toContain('Drawing again: secret number not opened by Player 2.')
  for (const page of [host, friend]) {
    await ready(page)
    const log = page.locator('section[aria-label="What happened"]')
    await expect(log).toContainText('Drawn again: secret number not opened by Player 2')
    await expectAccessible(page)
  }
  await resign(friend, 'The round ends, and Player 1 wins.')
  for (const page of [host, friend]) await expect(result(page)).toBeVisible()
  await expect(findings(host).locator('summary')).toHaveText('This page has checked the deal: nobody chose it.')
  await expect(friend.getByRole('dialog').getByRole('alert')).toContainText('Something is wrong with this deal!')
  await expect(findings(friend)).toContainText('The server says that your secret number came too late.')
  await expectAccessible(friend)
  expect(complaints).toEqual([])
  await friend.context().close()
})

test('a server that announces a second number is exposed at once and at the end', async ({ guest: page }) => {
  const other = (text: string) =>
    text.includes('"phase":"opening"') ? text.replace(/"commitment":"\w{64}"/, `"commitment":"${'0'.repeat(64)}"`) : text
  await between(page, (text) => text, other)
  await start(page, 'nummerus', 2)
  await ready(page)
  await expect(page.getByRole('alert')).toContainText('The server announced one number and then another.')
  await expectAccessible(page)
  await resign(page, 'The round ends, and Novice bot wins.')
  await expect(findings(page)).toContainText('The server announced one number and then another.')
})
