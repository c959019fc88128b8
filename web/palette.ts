// The palette of the art as custom properties: `virtual:palette.css`. One source for page, notebook and paper.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = new URL('../src/rectoverso/art/palette.json', import.meta.url)
const NAME = 'virtual:palette.css'

type Colours = Record<string, string>

function properties(colours: Colours): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}

export function stylesheet(palette: { light: Colours; dark: Colours }): string {
  const light = properties(palette.light)
  const dark = properties(palette.dark)
  return [
    `:root{color-scheme:light;${light}}`,
    `@media (prefers-color-scheme: dark){:root:not([data-theme='light']){color-scheme:dark;${dark}}}`,
    `:root[data-theme='dark']{color-scheme:dark;${dark}}`,
  ].join('\n')
}

export function palette(): Plugin {
  return {
    name: 'palette',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      this.addWatchFile(SOURCE.pathname)
      return stylesheet(JSON.parse(readFileSync(SOURCE, 'utf8')))
    },
  }
}
