// What the page weighs, packed: the first page, and all that one game needs. Too heavy is an error.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url).pathname
const ENTRY = 60
const GAME = 150
const KILO = 1000

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const packed = (file) => gzipSync(readFileSync(join(DIST, file))).length

/** A chunk with all it imports at once, and what lies beside it. */
function closure(name, found = new Set()) {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const extra of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(extra)
  for (const other of chunk.imports ?? []) closure(other, found)
  return found
}

const weigh = (files) => files.reduce((sum, file) => sum + packed(file), 0) / KILO
const scripts = (files) => files.filter((file) => file.endsWith('.js'))

const entry = closure('index.html')
let heavy = report('first page, JavaScript', weigh(scripts([...entry])), ENTRY)
const table = closure('src/table/TablePage.svelte', new Set(entry))
for (const game of readdirSync(new URL('../src/games/', import.meta.url), { withFileTypes: true })) {
  if (!game.isDirectory()) continue
  const all = closure(`src/games/${game.name}/index.ts`, new Set(table))
  heavy = report(`${game.name}, everything`, weigh([...all]), GAME) || heavy
}
if (heavy) process.exit(1)

function report(what, size, limit) {
  console.log(`${what}: ${size.toFixed(1)} kB of at most ${limit} kB`)
  return size > limit
}
