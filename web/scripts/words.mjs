// Compiles the texts of all languages into src/paraglide, unless that was done since they last changed.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const WEB = new URL('../', import.meta.url)
const CATALOGUES = new URL('../src/rectoverso/catalogues/', WEB)
const DONE = new URL('src/paraglide/.compiled', WEB)
const COMPILE = '--silent --project ./project.inlang --outdir ./src/paraglide --strategy globalVariable baseLocale'.split(' ')

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const texts = readdirSync(CATALOGUES).map((name) => new URL(name, CATALOGUES))
const settings = ['scripts/words.mjs', 'project.inlang/settings.json', 'package-lock.json'].map((name) => new URL(name, WEB))
// The folder changes when a catalogue comes or goes.
const sources = [CATALOGUES, ...texts, ...settings]

if (Math.max(...sources.map(changed)) >= changed(DONE)) {
  const compiler = fileURLToPath(new URL('node_modules/@inlang/paraglide-js/bin/run.js', WEB))
  execFileSync(process.execPath, [compiler, 'compile', ...COMPILE], { cwd: WEB, stdio: 'inherit' })
  writeFileSync(DONE, '')
}
