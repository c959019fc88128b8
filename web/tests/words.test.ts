import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocks, pieces } from '../src/lib/markdown'
import { placeOf } from '../src/lib/router.svelte'

const ROOT = new URL('../../', import.meta.url).pathname

function sources(folder: string, ending: RegExp): string {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && ending.test(file.name) && !file.parentPath.includes('paraglide'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n')
}

test('every message of the page is used, and none is missing', () => {
  const messages = JSON.parse(readFileSync(join(ROOT, 'src/rectoverso/messages/en.json'), 'utf8')) as Record<string, unknown>
  const page = sources('web/src', /\.(svelte|ts)$/)
  const used = new Set([...page.matchAll(/\bm\.([a-z0-9_]+)/g)].map(([, key]) => key ?? ''))
  const ours = Object.keys(messages).filter((key) => /^(page|refused|reaction)_/.test(key))
  expect(ours.filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !(key in messages))).toEqual([])
})

describe('the rules as blocks', () => {
  test('headings, paragraphs, lists, tables', () => {
    const kinds = blocks('# T\n\nOne *two*\nthree\n\n- a\n- b\n  c\n\n| x | y |\n| --- | --- |\n| 1 | 2 |').map(({ kind }) => kind)
    expect(kinds).toEqual(['heading', 'paragraph', 'list', 'table'])
  })

  test('markup is data, never HTML', () => {
    expect(pieces('a **b** <i>c</i>')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' <i>c</i>' },
    ])
  })
})

test('addresses lead to pages', () => {
  expect(placeOf('/')).toEqual({ page: 'home' })
  expect(placeOf('/table/abc')).toEqual({ page: 'table', table: 'abc' })
  expect(placeOf('/join/x.y-z')).toEqual({ page: 'join', link: 'x.y-z' })
  expect(placeOf('/what/ever/else')).toEqual({ page: 'lost' })
})
