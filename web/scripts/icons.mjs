// The icons of the installed page, as PNG, from the one icon.svg. Run by hand when the icon changes: CHROMIUM=… npm run icons
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const here = new URL('../public/', import.meta.url)
const art = readFileSync(new URL('../../src/rectoverso/art/icon.svg', import.meta.url), 'utf8')

/** A maskable icon keeps its subject in the inner four fifths. */
const ICONS = [
  { file: 'icon-192.png', size: 192, inset: 0 },
  { file: 'icon-512.png', size: 512, inset: 0 },
  { file: 'icon-maskable-512.png', size: 512, inset: 0.1 },
]

const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const { file, size, inset } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const edge = Math.round(size * inset)
  const ground = 'linear-gradient(90deg,#f6dfa0 50%,#7a1f3d 50%)'
  await page.setContent(
    `<body style="margin:0;background:${ground}"><div style="padding:${edge}px">${art}</div></body>`,
  )
  await page.locator('svg').evaluate((svg, side) => {
    svg.setAttribute('width', side)
    svg.setAttribute('height', side)
  }, size - 2 * edge)
  await page.screenshot({ path: new URL(file, here).pathname })
  await page.close()
}
await browser.close()
