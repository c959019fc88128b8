// Every message must be used somewhere: by the page (`m.name`, or a glob over compiled messages), or by Python (as a text,
// or as an f-string that can become it).
import { readdirSync, readFileSync } from 'node:fs'

const PAGE = new URL('../src/', import.meta.url)
const PACKAGE = new URL('../../src/rectoverso/', import.meta.url)

function texts(folder, endings, apart = []) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && endings.some((ending) => file.name.endsWith(ending)))
    .map((file) => `${file.parentPath}/${file.name}`)
    .filter((path) => !apart.some((name) => path.includes(name)))
    .map((path) => readFileSync(path, 'utf8'))
}

const messages = Object.keys(JSON.parse(readFileSync(new URL('catalogues/en.json', PACKAGE), 'utf8'))).filter((key) => !key.startsWith('$'))
const page = texts(PAGE, ['.ts', '.svelte'], ['/paraglide/']).join('\n')
const python = texts(PACKAGE, ['.py'])

const said = new Set([...page.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name))
for (const text of python) for (const [, name] of text.matchAll(/["']([a-z][a-z0-9]*(?:_[a-z0-9]+)+)["']/g)) said.add(name)

// f"reason_{game}_{what}" may become any message of that shape. A lone `{…}` would become all of them and counts for nothing.
const patterns = python
  .flatMap((text) => [...text.matchAll(/f"((?:[a-z0-9_]|\{[^{}"]+\})+)"/g)].map(([, found]) => found))
  .filter((found) => found.includes('{') && /^[a-z]+_|_[a-z]+/.test(found.replace(/\{[^}]*\}/g, '·')))
  .map((found) => new RegExp(`^${found.replace(/\{[^}]*\}/g, '[a-z0-9_]+')}$`))

// import.meta.glob('../paraglide/messages/*_{title,pitch}.js') uses all messages of that shape.
for (const [, found] of page.matchAll(/import\.meta\.glob\('[./]+paraglide\/messages\/([^']+)\.js'/g)) {
  patterns.push(new RegExp(`^${found.replaceAll('*', '[a-z0-9_]+').replace(/\{([^}]*)\}/g, (_, choices) => `(${choices.replaceAll(',', '|')})`)}$`))
}

const unused = messages.filter((name) => !said.has(name) && !patterns.some((pattern) => pattern.test(name)))
if (process.argv.includes('--patterns')) console.log(patterns.map(String).join('\n'))
if (unused.length) {
  console.error(`messages that nothing uses:\n  ${unused.join('\n  ')}`)
  process.exit(1)
}
