// The pictures of link previews, from the covers of the games. Run by hand when a cover changes: CHROMIUM=… npm run previews
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const games = new URL('../src/games/', import.meta.url)
const target = new URL('../public/previews/', import.meta.url)
const WIDTH = 1200
const HEIGHT = 630
const PAPER = '#f7f3ea'

const covers = readdirSync(games)
  .map((game) => ({ game, file: new URL(`${game}/cover.svg`, games) }))
  .filter(({ file }) => existsSync(file))
  .map(({ game, file }) => ({ game, source: `data:image/svg+xml;base64,${readFileSync(file).toString('base64')}` }))

const picture = (source, width) => `<img src="${source}" style="width:${width}px;border-radius:18px;box-shadow:0 8px 24px #0004">`
const title = `<h1 style="margin:0;font:700 84px 'Palatino Linotype',Palatino,P052,serif;color:#7a1f3d">Recto Verso</h1>`
const sheet = (inside) =>
  `<body style="margin:0;width:${WIDTH}px;height:${HEIGHT}px;background:${PAPER};display:flex;flex-direction:column;gap:44px;align-items:center;justify-content:center">${inside}</body>`

const pages = [
  { name: 'all', html: sheet(`${title}<div style="display:flex;gap:24px">${covers.map(({ source }) => picture(source, 360)).join('')}</div>`) },
  ...covers.map(({ game, source }) => ({ name: game, html: sheet(picture(source, 840)) })),
]

mkdirSync(target, { recursive: true })
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const { name, html } of pages) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(html)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  await page.screenshot({ path: new URL(`${name}.jpg`, target).pathname, type: 'jpeg', quality: 78 })
  await page.close()
}
await browser.close()
