// Boards in boxes of every size: everything lies inside, nothing on top of anything else, and nothing is too small.
import { describe, expect, test } from 'vitest'
import { arrange as arrangeJanus, step } from '../src/games/janus/arrange'
import { arrange as arrangeNummerus } from '../src/games/nummerus/arrange'
import type { Box } from '../src/lib/box'

/** Boxes of the board on screens of 1440×900, 1280×720, 820×1180, 390×844, 360×640, 844×390 and 320×568. */
const ROOMS = [[1108, 770], [948, 590], [800, 1030], [378, 690], [348, 486], [832, 334], [308, 400]] as const

function expectApart(boxes: Box[], width: number, height: number): void {
  for (const [i, one] of boxes.entries()) {
    expect(one.left).toBeGreaterThanOrEqual(-0.01)
    expect(one.top).toBeGreaterThanOrEqual(-0.01)
    expect(one.left + one.width).toBeLessThanOrEqual(width + 0.01)
    expect(one.top + one.height).toBeLessThanOrEqual(height + 0.01)
    for (const other of boxes.slice(i + 1)) {
      const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
      const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
      expect(Math.min(across, down)).toBeLessThanOrEqual(0.01)
    }
  }
}

describe.each(ROOMS)('in a box of %i × %i', (width, height) => {
  test.each([3, 4, 5, 6])('janus with %i players', (players) => {
    const found = arrangeJanus(width, height, players)
    if (!found) throw new Error('no arrangement')
    expect(found.hands).toHaveLength(players)
    expectApart([...found.hands.map(({ box }) => box), found.pile], width, height)
    for (const { box, fan } of found.hands) {
      expect(fan.card).toBeGreaterThanOrEqual(22)
      const row = fan.card * (1 + (Math.min(4, fan.columns) - 1) * step(fan, 4))
      expect(row).toBeLessThanOrEqual(box.width)
    }
    // My hand is the lowest one, my left neighbour sits left of my right one.
    const [mine, ...others] = found.hands
    const middle = ({ box }: { box: Box }) => box.left + box.width / 2
    const bottom = (box: Box | undefined) => (box ? box.top + box.height : 0)
    for (const other of others) expect(bottom(other.box)).toBeLessThanOrEqual(bottom(mine?.box) + 0.01)
    expect(middle(others[0]!)).toBeLessThan(middle(others.at(-1)!))
  })

  test.each([
    ['classic', 9, 4, true],
    ['classic', 9, 3, true],
    ['classic', 9, 2, false],
    ['classic', 9, 1, false],
    ['square', 7, 4, false],
    ['square', 7, 1, false],
  ] as const)('nummerus, %s board with %i rows, %i players, note: %s', (_, rows, players, note) => {
    const found = arrangeNummerus(width, height, { columns: 7, rows, players, note })
    if (!found) throw new Error('no arrangement')
    const { wood, track, seats, seatsInRow } = found
    expectApart([wood, track, seats, ...(note ? [found.note] : [])], width, height)
    expect(wood.width / wood.height).toBeCloseTo(7.2 / (rows + 0.2))
    expect(track.columns * track.rows).toBe(48)
    expect(track.pawn).toBeGreaterThanOrEqual(19)
    expect(seats.width / seatsInRow).toBeGreaterThanOrEqual(players === 1 ? 240 : 80)
  })
})

test('no room at all', () => {
  expect(arrangeJanus(0, 0, 3)).toBeNull()
  expect(arrangeNummerus(0, 0, { columns: 7, rows: 9, players: 2, note: false })).toBeNull()
})

test('more room gives larger pieces', () => {
  const card = (width: number, height: number) => arrangeJanus(width, height, 6)?.hands[1]?.fan.card ?? 0
  expect(card(1100, 770)).toBeGreaterThan(card(948, 590))
  expect(card(948, 590)).toBeGreaterThan(card(378, 690))
})
