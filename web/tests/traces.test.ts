import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/lib/protocol'
import { arrow, ring, visible, type Rect } from '../src/lib/arrows'
import { linesSince, tracesOf, turns, type Step } from '../src/lib/traces'

const line = (at: number, seat: number) => ({ entry: { at, seat, move: '', told: null } as Entry, text: `${at}` })
const log = [line(1, 1), line(2, 2), line(3, 2), line(4, 3), line(5, 1), line(6, 2), line(7, 3), line(8, 3)]
const numbers = (lines: ReadonlyArray<{ entry: Entry }>) => lines.map(({ entry }) => entry.at)

describe('since my last turn', () => {
  test('are the lines after my last move', () => {
    expect(numbers(linesSince(log, 1))).toEqual([6, 7, 8])
    expect(numbers(linesSince(log, 3))).toEqual([])
    expect(numbers(linesSince(log.slice(0, 4), 4))).toEqual([1, 2, 3, 4])
  })

  test('for a watcher is the last turn', () => {
    expect(numbers(linesSince(log, null))).toEqual([7, 8])
    expect(linesSince([], null)).toEqual([])
  })

  test('a log falls into turns', () => {
    expect(turns(log).map(numbers)).toEqual([[1], [2, 3], [4], [5], [6], [7, 8]])
  })
})

describe('what moves did to the pieces', () => {
  const traces = (moves: Array<[seat: number, ...steps: Array<Step | string>]>) => {
    const entries = moves.map(([seat, ...told], i) => ({ at: i + 1, seat, move: '', told }) as Entry)
    const stepsOf = ({ told }: Entry) => (told as Array<Step | string>).filter((step) => typeof step !== 'string')
    const piecesOf = ({ told }: Entry) => (told as Array<Step | string>).map((step) => (typeof step === 'string' ? step : step.piece))
    return tracesOf(entries, stepsOf, piecesOf)
  }
  const step = (piece: string, from: string, to: string): Step => ({ piece, from, to })

  test('the steps of one turn become one', () => {
    expect(traces([[2, step('coin', 'pile', 'hand')], [2, step('coin', 'hand', 'seat-2')]])).toEqual([
      { seat: 2, piece: 'coin', from: 'pile', to: 'coin', laid: 'seat-2' },
    ])
  })

  test('a piece that another player moved on is not followed there', () => {
    expect(traces([[2, step('coin', 'pile', 'seat-2')], [3, step('coin', 'seat-2', 'seat-3')]])).toEqual([
      { seat: 2, piece: 'coin', from: 'pile', to: 'seat-2', laid: 'seat-2' },
      { seat: 3, piece: 'coin', from: 'seat-2', to: 'coin', laid: 'seat-3' },
    ])
  })

  test('a piece that stayed, or came back, has no way', () => {
    expect(traces([[2, 'coin']])).toEqual([{ seat: 2, piece: 'coin', from: null, to: 'coin', laid: 'coin' }])
    expect(traces([[2, step('coin', 'pile', 'hand')], [2, step('coin', 'hand', 'pile')]])[0]?.from).toBeNull()
    expect(traces([[2, 'coin'], [2, step('coin', 'hand', 'seat-2')]])[0]?.from).toBe('hand')
  })
})

describe('lines over the board', () => {
  const box = (left: number, top: number, size = 20): Rect => ({ left, top, right: left + size, bottom: top + size })
  const covers = (parts: ReadonlyArray<ReadonlyArray<readonly [number, number]>>, { left, top, right, bottom }: Rect) =>
    parts.flat().some(([x, y]) => x > left && x < right && y > top && y < bottom)

  const area = { left: -500, top: -500, right: 500, bottom: 500 }

  test('an arrow goes from one box to another, and not into it', () => {
    const { parts, arrives } = arrow(box(0, 0), box(200, 0), 3, [], 5, area)
    expect(arrives).toBe(true)
    expect(parts).toHaveLength(1)
    expect(parts[0]?.[0]).toEqual([10, 10])
    expect(covers(parts, box(200, 0))).toBe(false)
    expect(parts[0]?.at(-1)?.[0]).toBeGreaterThan(190)
  })

  test('it goes round what is to be read, or under it', () => {
    const figure = { left: 95, top: -25, right: 115, bottom: 0 }
    const { parts: round } = arrow(box(0, 0), box(200, 0), 3, [figure], 5, area)
    expect(round).toHaveLength(1)
    expect(covers(round, figure)).toBe(false)
    const tower = { left: 95, top: -65, right: 115, bottom: 85 }
    expect(arrow(box(0, 0), box(200, 0), 3, [tower], 5, area).parts).toHaveLength(1)
    const wall = { left: 95, top: -100, right: 115, bottom: 100 }
    const { parts: under } = arrow(box(0, 0), box(200, 0), 3, [wall], 5, area)
    expect(under).toHaveLength(2)
    expect(covers(under, wall)).toBe(false)
    // Where it cannot be seen to its end, it does not point at what lies before.
    const last = { left: 120, top: -100, right: 200, bottom: 100 }
    const hidden = arrow(box(0, 0), box(200, 0), 3, [last], 5, area)
    expect(hidden.arrives).toBe(false)
    expect(covers(hidden.parts, last)).toBe(false)
  })

  test('a ring is closed, and open only where something stands', () => {
    const points = ring(box(50, 50), 3, 10)
    expect(points[0]).toEqual(points.at(-1))
    expect(visible(points, [], 1)).toHaveLength(1)
    expect(covers([points], box(50, 50))).toBe(false)
    const figure = { left: 70, top: 55, right: 90, bottom: 65 }
    expect(covers(visible(points, [figure], 1), figure)).toBe(false)
  })

  test('an arrow stays on the board', () => {
    const board = { left: 0, top: 0, right: 30, bottom: 300 }
    const { parts } = arrow(box(0, 250), box(0, 0), 3, [], 5, board)
    expect(parts).toHaveLength(1)
    expect(parts[0]?.every(([x]) => x > 0 && x < 30)).toBe(true)
    expect(parts[0]?.at(-1)?.[1]).toBeLessThan(30)
  })

  test('two boxes at the same place have no arrow', () => {
    expect(arrow(box(0, 0), box(0, 0), 3, [], 5, area)).toMatchObject({ parts: [], arrives: false })
  })
})
