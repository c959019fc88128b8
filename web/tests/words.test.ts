import { describe, expect, test } from 'vitest'
import { blocks, pieces } from '../src/lib/markdown'
import { routeOf } from '../src/lib/router.svelte'
import { gameName, whoBegins, whoPlays } from '../src/lib/words'

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
  expect(routeOf('/')).toEqual({ page: 'home' })
  expect(routeOf('/table/abcdefghij23')).toEqual({ page: 'table', table: 'abcdefghij23' })
  expect(routeOf('/table/abcdefghij2')).toEqual({ page: 'bad-link' })
  expect(routeOf('/table')).toEqual({ page: 'bad-link' })
  expect(routeOf('/join/x.y-z')).toEqual({ page: 'join', link: 'x.y-z' })
  expect(routeOf('/what/ever/else')).toEqual({ page: 'not-found' })
})

test('a variant may have a title of its own (N8), and a booklet may say who begins (J2, N1)', () => {
  expect(gameName('nummerus')).toBe('Nummerus')
  expect(gameName('nummerus', { tausch: true, board: 'square' })).toBe('Nummerus Tausch')
  expect(gameName('nummerus', { tausch: false })).toBe('Nummerus')
  expect(whoBegins('nummerus')).toBe('By the booklet, the youngest may begin.')
  expect(whoBegins('titus')).toBeUndefined()
})

test('a table is described by its people and its bots, counted by level', () => {
  expect(whoPlays(['Livia', null, null], [null, 'club', 'club'])).toBe('Livia and 2 × Club bot')
  expect(whoPlays([null, 'Ada', 'Ben'], [null, null, null])).toBe('Ada and Ben')
  expect(whoPlays([null], ['novice'])).toBe('Novice bot')
  expect(whoPlays([null, null], [null, null])).toBe('')
})
