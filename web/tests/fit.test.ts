import { describe, expect, test } from 'vitest'
import { largest, steady } from '../src/lib/fit'

describe('the size of pieces', () => {
  test('is the largest that fits', () => {
    for (let limit = 10; limit <= 40; limit++) expect(largest(10, 40, (size) => size <= limit)).toBe(limit)
  })

  test('is the smallest one where nothing fits', () => {
    expect(largest(10, 40, () => false)).toBe(10)
  })

  test('stays as it is while it fits and little would be gained', () => {
    const limits = { min: 10, max: 80 }
    const upTo = (limit: number) => (size: number) => size <= limit
    expect(steady(40, limits, upTo(43))).toBe(40)
    expect(steady(40, limits, upTo(60))).toBe(60)
    expect(steady(40, limits, upTo(38))).toBe(38)
    expect(steady(0, limits, upTo(38))).toBe(38)
    expect(steady(75, limits, upTo(200))).toBe(75)
  })
})
