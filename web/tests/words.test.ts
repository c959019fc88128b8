import { describe, expect, test } from 'vitest'
import { blocks, pieces } from '../src/lib/markdown'
import { placeOf } from '../src/lib/router.svelte'
import { company } from '../src/lib/words'

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

test('a table is told by its persons and by its bots, those of one level together', () => {
  expect(company(['Livia', null, null], [null, 'club', 'club'])).toBe('Livia and 2 × Club bot')
  expect(company([null, 'Ada', 'Ben'], [null, null, null])).toBe('Ada and Ben')
  expect(company([null], ['novice'])).toBe('Novice bot')
  expect(company([null, null], [null, null])).toBe('')
})
