import { describe, expect, test } from 'vitest'
import { pauseBetween } from '../src/lib/pacing'

describe('the pause between the moves of others', () => {
  test('lets four actions in a row be followed', () => {
    expect(pauseBetween(0, false)).toBeGreaterThan(700)
    expect(pauseBetween(4, false)).toBe(pauseBetween(0, false))
  })

  test('shrinks when many wait, down to nothing', () => {
    expect(pauseBetween(16, false)).toBeLessThan(pauseBetween(8, false))
    expect(pauseBetween(24, false)).toBe(0)
    expect(pauseBetween(100, false)).toBe(0)
  })

  test('is shorter at a table with a clock', () => {
    expect(pauseBetween(0, true)).toBeLessThan(pauseBetween(0, false) / 2)
  })
})
