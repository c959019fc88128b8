// The privacy page: what is stored, devices that hold a chair, and deleting oneself.
import { address, expect, expectAccessible, expectNoOverflow, start, test, visitor } from './fixtures'

const TITLES = { en: 'Privacy', fr: 'Vie privée', nl: 'Privacy', de: 'Datenschutz' }

test('the page says what is stored, in four languages, on a phone too', async ({ browser }) => {
  for (const [lang, title] of Object.entries(TITLES)) {
    const { page, complaints } = await visitor(browser, { locale: lang, viewport: { width: 390, height: 844 } })
    await page.goto(address('/privacy'))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('365')).toHaveCount(2)
    await expectNoOverflow(page)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('a seat is taken back from another device, and a guest deletes themselves', async ({ browser, guest: page }) => {
  await start(page, 'nummerus', 2)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const { page: phone, complaints } = await visitor(browser, {}, [/404/])
  await phone.goto(await page.getByLabel('Continue on another device').first().inputValue())
  await expect(phone.locator('[data-status]')).toBeVisible()
  await expect(phone.locator('.player.mine')).toHaveCount(1)

  await page.goto(address())
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('button', { name: 'Take my seats back' }).click()
  await expect(page.getByText('Only this one.')).toBeVisible()
  await expect(phone.locator('.player.mine')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete me and my tables' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete me and my tables' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, delete everything' }).click()
  await expect(page.getByRole('status')).toHaveText('You have been deleted.')
  await expectAccessible(page)
  await expect(phone.getByText('There is no such table.')).toBeVisible()
  await page.goto(address())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('a[href^="/table/"]')).toHaveCount(0)
  expect(complaints).toEqual([])
  await phone.context().close()
})
