/** Where the hands of Janus lie: round a table, the pile in the middle, my hand nearest, with the largest cards that fit. */
import type { Box } from '../../lib/box'

/** How the cards of a hand lie. */
export interface Fan {
  /** The width of a card, and of the room for a row of cards. */
  card: number
  room: number
  columns: number
  /** Triplets lie beside the cards, not below them. */
  beside: boolean
}

export interface Place {
  box: Box
  fan: Fan
}

export interface Arrangement {
  /** Clockwise, mine first. */
  hands: Place[]
  pile: Box
  pileCard: number
  measures: Measures
}

/** Of a hand's panel, in pixels. */
export interface Measures {
  /** Little room: names and numbers are small. */
  compact: boolean
  header: number
  /** Mine has a button in it. */
  ownHeader: number
  padding: number
  gap: number
  /** What is said of the pile, below it: its height, and its least width. */
  facts: { height: number; width: number }
}

/** How many triplets lie in my hand's panel, and at most in one of the others'. */
export interface Laid {
  mine: number
  others: number
}

/** Where the others sit: some at the top, the rest at both sides of the pile, or (`flat`) of the pile and my hand in one row. */
interface Seating {
  top: number
  sides: number
  flat: boolean
  /** My triplets lie below my cards. */
  narrow: boolean
  /** In how many columns the others' cards may lie. */
  columns: readonly number[]
}

/** Room is kept for a full hand, so that cards do not change their size with every draw. */
const FULL_HAND = 4
const CARD_HEIGHT = 1.4
const CARD = { min: 16, others: 150, mine: 200, pile: 150 }
/** My cards are larger than the others'. */
const MINE = 1.3
const PILE = 1.15
/** The widest symbol ends at 87 % of a card’s width: the next card may begin there. */
const TIGHT_STEP = 0.89
const WIDE_STEP = 1.06
const ROW_GAP = 5
/** Around cards that can be played. */
const RING = 4
/** A card's symbol on a triplet, and room for this many beside each other, or more where they are needed. */
const CHIP = { min: 19, max: 44, share: 0.34, gap: 6, columns: 2 }
/** Cards that lie a little turned need more room, in widths of a card. */
const TURNED = 0.3
const MAX_WIDTH = { mine: 860, others: 560 }
/** What makes one arrangement better than another, besides the size of the others' cards. */
const WEIGHT_OF_MINE = 0.25
const MAX_MINE = 1.6
const TWO_ROWS = 0.85
const NOBODY_AT_THE_SIDES = 0.95
/** Panels are at most this much higher than their cards need. */
const MAX_GROWTH = 1.4

const ROOMY: Measures = { compact: false, header: 34, ownHeader: 38, padding: 10, gap: 12, facts: { height: 54, width: 136 } }
const COMPACT: Measures = { compact: true, header: 22, ownHeader: 32, padding: 6, gap: 6, facts: { height: 36, width: 62 } }

/** The width of a triplet beside or below cards of this width. */
export const chipSize = (card: number): number => Math.round(Math.min(CHIP.max, Math.max(CHIP.min, card * CHIP.share)))

/** How many triplets fit in this length. */
const chipsIn = (length: number, card: number) => Math.max(1, Math.floor((length + CHIP.gap) / (chipSize(card) + CHIP.gap)))

/** The width of the triplets beside the cards. */
function chipsBeside(card: number, laid: number, height: number): number {
  const columns = Math.max(CHIP.columns, Math.ceil(laid / chipsIn(height, card)))
  return columns * (chipSize(card) + CHIP.gap) + 10
}

/** The height of the triplets below the cards. */
function chipsBelow(card: number, laid: number, width: number): number {
  const rows = Math.max(1, Math.ceil(laid / chipsIn(width, card)))
  return rows * (chipSize(card) + CHIP.gap) + ROW_GAP
}

interface Panel {
  height: number
  columns: number
  beside: boolean
  /** The width of the triplets beside the cards. */
  chips: number
}

const EMPTY: Panel = { height: 0, columns: FULL_HAND, beside: false, chips: 0 }

/** The lowest panel of this width that holds a hand with cards of this size; null: it is too narrow. */
function panel(card: number, width: number, header: number, padding: number, columns: readonly number[], laid: number): Panel | null {
  const inner = width - 2 * (padding + RING)
  const found = columns.flatMap((count): Panel[] => {
    const rows = Math.ceil(FULL_HAND / count)
    const needed = card * (1 + (count - 1) * TIGHT_STEP)
    const high = rows * card * CARD_HEIGHT + (rows - 1) * ROW_GAP
    const height = header + high + 2 * (padding + RING)
    const chips = chipsBeside(card, laid, high)
    if (needed + chips <= inner) return [{ height, columns: count, beside: true, chips }]
    return needed <= inner ? [{ height: height + chipsBelow(card, laid, inner), columns: count, beside: false, chips: 0 }] : []
  })
  return found.sort((a, b) => a.height - b.height)[0] ?? null
}

function fan(card: number, width: number, { columns, beside, chips }: Panel, { padding }: Measures): Fan {
  return { card, columns, beside, room: width - 2 * (padding + RING) - chips }
}

/** Do the cards of a hand lie a little turned? */
export function turned({ card, room, columns }: Fan, cards: number): boolean {
  return columns > 2 && room >= card * (cards + TURNED)
}

/** From one card to the next, in widths of a card. */
export function step(fan: Fan, cards: number): number {
  const { card, columns } = fan
  const room = fan.room - (turned(fan, cards) ? card * TURNED : 0)
  const inRow = Math.min(columns, cards)
  return inRow < 2 ? 1 : Math.max(TIGHT_STEP, Math.min(WIDE_STEP, (room - card) / (inRow - 1) / card))
}

/** Everything about a seating with cards of one size. */
interface Plan {
  seating: Seating
  measures: Measures
  room: { width: number; height: number }
  card: number
  mine: number
  /** Widths. */
  atTop: number
  atSide: number
  nearest: number
  pile: { card: number; width: number; height: number }
  panels: { top: Panel; side: Panel; mine: Panel }
  rows: { top: number; middle: number; bottom: number }
}

function plan(seating: Seating, measures: Measures, room: Plan['room'], laid: Laid, card: number, mine: number): Plan | null {
  const { gap, facts } = measures
  const { top, sides, flat, narrow, columns } = seating
  const { width } = room
  const pileCard = Math.round(Math.min(CARD.pile, card * PILE))
  const pile = {
    card: pileCard,
    width: Math.max(pileCard + 10, facts.width),
    height: pileCard * CARD_HEIGHT + 2 * RING + 4 + facts.height,
  }
  const ownFan = mine * (1 + (FULL_HAND - 1) * TIGHT_STEP) + 2 * (measures.padding + RING) + 1
  const nearest = flat ? ownFan + (narrow ? 0 : chipsBeside(mine, laid.mine, mine * CARD_HEIGHT)) : Math.min(width, MAX_WIDTH.mine)
  const atTop = (width - (top - 1) * gap) / Math.max(1, top)
  const atSide = (width - pile.width - 2 * gap - (flat ? nearest + gap : 0)) / 2
  const { header, ownHeader, padding } = measures
  const own = panel(mine, nearest, ownHeader, padding, [FULL_HAND], laid.mine)
  const above = top ? panel(card, atTop, header, padding, columns, laid.others) : EMPTY
  const beside = sides ? panel(card, atSide, header, padding, columns, laid.others) : EMPTY
  if (!own || !above || !beside) return null
  const seats = sides * beside.height + Math.max(0, sides - 1) * gap
  const middle = Math.max(seats, pile.height, flat ? own.height : 0)
  const rows = { top: above.height, middle, bottom: flat ? 0 : own.height }
  return { seating, measures, room, card, mine, atTop, atSide, nearest, pile, panels: { top: above, side: beside, mine: own }, rows }
}

function heightOf({ rows, measures }: Plan): number {
  const used = [rows.top, rows.middle, rows.bottom].filter((height) => height > 0)
  return used.reduce((sum, height) => sum + height, 0) + (used.length - 1) * measures.gap
}

/** The largest size that fits. More does not always need more room: cards in two rows are lower, and wider. */
function largest(min: number, max: number, fits: (size: number) => boolean): number {
  for (let size = max; size > min; size--) if (fits(size)) return size
  return min
}

/** The plan of a seating with the largest cards; null: nothing fits. */
function largestPlan(seating: Seating, measures: Measures, room: Plan['room'], laid: Laid): Plan | null {
  const fitting = (card: number, mine: number): Plan | null => {
    const found = plan(seating, measures, room, laid, card, mine)
    return found && heightOf(found) <= room.height ? found : null
  }
  const own = (card: number) => Math.round(Math.min(CARD.mine, card * MINE))
  const card = largest(CARD.min, CARD.others, (size) => fitting(size, own(size)) !== null)
  const mine = largest(own(card), CARD.mine, (size) => fitting(card, size) !== null)
  return fitting(card, mine)
}

function seatings(others: number): Seating[] {
  const found: Seating[] = []
  for (const columns of [[FULL_HAND], [FULL_HAND / 2], [FULL_HAND, FULL_HAND / 2]]) {
    for (let sides = 0; 2 * sides <= others; sides++) {
      const seating = { top: others - 2 * sides, sides, columns, flat: false, narrow: false }
      found.push(seating)
      if (sides === 1) found.push({ ...seating, flat: true }, { ...seating, flat: true, narrow: true })
    }
  }
  return found
}

function score({ card, mine, seating }: Plan): number {
  const size = card + WEIGHT_OF_MINE * Math.min(mine, card * MAX_MINE)
  return size * (seating.columns[0] === FULL_HAND && seating.columns.length === 1 ? 1 : TWO_ROWS) * (seating.sides ? 1 : NOBODY_AT_THE_SIDES)
}

/** The same plan with higher panels, if there is room left over: triplets are larger then, and the table has no hole in it. */
function grown(found: Plan): Plan {
  const { rows, panels, room, measures, seating } = found
  const needed = rows.top + rows.middle + rows.bottom
  const share = Math.min(MAX_GROWTH, (room.height - heightOf(found) + needed) / needed)
  const higher = (of: Panel) => ({ ...of, height: of.height * share })
  // The gaps between the panels at the sides do not grow.
  const gaps = (Math.max(0, seating.sides - 1) * measures.gap) / Math.max(1, seating.sides)
  const side = { ...panels.side, height: panels.side.height * share + gaps * (share - 1) }
  return {
    ...found,
    panels: { top: higher(panels.top), side, mine: higher(panels.mine) },
    rows: { top: rows.top * share, middle: rows.middle * share, bottom: rows.bottom * share },
  }
}

/** The boxes of a plan. What room is still left over goes between the rows. */
function place({ seating, measures, room, card, mine, atTop, atSide, nearest, pile, panels, rows }: Plan): Arrangement {
  const { gap } = measures
  const { top, sides, flat } = seating
  const used = [rows.top, rows.middle, rows.bottom].filter((height) => height > 0)
  const spare = room.height - used.reduce((sum, height) => sum + height, 0)
  const between = used.length > 1 ? spare / (used.length - 1) : 0
  const middle = rows.top ? rows.top + between : 0
  const centred = (height: number) => middle + (rows.middle - height) / 2
  const column = (left: number): Box[] =>
    Array.from({ length: sides }, (_, i) => ({
      left,
      width: atSide,
      top: centred(sides * panels.side.height + (sides - 1) * gap) + i * (panels.side.height + gap),
      height: panels.side.height,
    }))
  const wide = Math.min(atTop, MAX_WIDTH.others)
  const above = Array.from({ length: top }, (_, i) => ({
    left: i * (atTop + gap) + (atTop - wide) / 2,
    top: 0,
    width: wide,
    height: rows.top,
  }))
  const inner = room.width / 2 - (flat ? pile.width + gap + nearest : pile.width) / 2
  const own: Box = flat
    ? { left: inner + pile.width + gap, top: centred(panels.mine.height), width: nearest, height: panels.mine.height }
    : { left: (room.width - nearest) / 2, top: room.height - panels.mine.height, width: nearest, height: panels.mine.height }
  const mineFan = fan(mine, nearest, panels.mine, measures)
  const sideFan = fan(card, atSide, panels.side, measures)
  const topFan = fan(card, wide, panels.top, measures)
  const hand = (lying: Fan) => (box: Box): Place => ({ box, fan: lying })
  return {
    // Clockwise: up on the left, along the top, down on the right.
    hands: [
      hand(mineFan)(own),
      ...column(0).reverse().map(hand(sideFan)),
      ...above.map(hand(topFan)),
      ...column(room.width - atSide).map(hand(sideFan)),
    ],
    pile: { left: inner, top: centred(pile.height), width: pile.width, height: pile.height },
    pileCard: pile.card,
    measures,
  }
}

/** The arrangement with the largest cards in a room; null: there is no room at all. */
export function arrange(width: number, height: number, players: number, laid: Laid = { mine: 0, others: 0 }): Arrangement | null {
  const measures = width < 640 || height < 480 ? COMPACT : ROOMY
  const plans = seatings(players - 1).flatMap((seating) => largestPlan(seating, measures, { width, height }, laid) ?? [])
  const best = plans.sort((a, b) => score(b) - score(a))[0]
  return best ? place(grown(best)) : null
}
