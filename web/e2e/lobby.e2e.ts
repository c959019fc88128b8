// Strangers find each other. What waits in the lobby is seen by all, so these tests have a server of their own.
import { address, choose, expect, expectAccessible, ownServer, ready, result, test, visitor } from './fixtures'

ownServer()

test('a quick match brings two strangers together', async ({ browser, guest: page }) => {
  const { page: other, complaints } = await visitor(browser)
  await page.goto(address())
  await page.getByRole('button', { name: 'Quick match: Titus' }).click()
  await expect(page.getByText('Waiting for one more player')).toBeVisible()
  await expectAccessible(page)
  await other.goto(address())
  await other.getByRole('button', { name: 'Quick match: Titus' }).click()
  for (const one of [page, other]) await ready(one)
  expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname)
  expect(complaints).toEqual([])
  await other.context().close()
})

test('a public table is found on the first page', async ({ browser, guest: host }) => {
  await host.goto(address('/new/nummerus'))
  await choose(host, 'Who’s playing?', 'Open to anyone')
  await host.getByRole('button', { name: 'Open the table' }).click()
  await expect(host.getByText('Waiting for one more player')).toBeVisible()
  const { page: other } = await visitor(browser)
  await other.goto(address())
  await other.getByRole('button', { name: 'Join' }).first().click()
  await expect(other.locator('[data-status]')).toBeVisible()
  await expect(host.locator('[data-status]')).toBeVisible()
  await expect(result(host)).toBeHidden()
  await other.context().close()
})
