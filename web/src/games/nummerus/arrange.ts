/** Where board, track and seats of Nummerus lie: with the largest pawns that fit. */
import type { Box } from '../../lib/box'

/** The track: the numbers in order, in rows, or (`down`) in columns. */
export interface Track {
  columns: number
  rows: number
  down: boolean
  /** The diameter of a pawn on it. */
  pawn: number
  /** Whose a pawn is stands below it, or (`wide`) beside it; and how wide it is then, in diameters of the pawn. */
  wide: boolean
  tile: number
}

export interface Arrangement {
  wood: Box
  track: Box & Track
  /** Where tokens can be spent: what to do with them. */
  note: Box
  seats: Box
  seatsInRow: number
  compact: boolean
}

export interface Content {
  /** Of the board, in fields. */
  columns: number
  rows: number
  players: number
  /** Is there a note? */
  note: boolean
}

const PAWNS = 48
const FIELD = { min: 20, max: 92 }
const TRACK_PAWN = { min: 16, max: 50 }
const MIN_LEGIBLE = 19
/** A place of the track, in diameters of its pawn: with the owner's letter below, or beside it. */
const BELOW = 1.42
const BESIDE = 1.5
/** In a solitaire, how long the series is stands there. */
const BESIDE_ALONE = 1.85
const SPACE = 4
const NARROW = 330
/** The ground of the board is wider than its fields. */
const RIM = 0.2
/** What a larger pawn on the track is worth, compared with one on the board. */
const WEIGHT_OF_TRACK = 0.5

/** In little room: the width from which a seat needs only one line. */
export const LINE_FROM = 150

interface Measures {
  gap: number
  note: number
  /** A seat's height in one line, in two, and that of a solitaire. */
  line: number
  lines: number
  alone: number
}

const ROOMY: Measures = { gap: 14, note: 46, line: 62, lines: 62, alone: 172 }
const COMPACT: Measures = { gap: 6, note: 32, line: 26, lines: 42, alone: 46 }

interface Room {
  width: number
  height: number
}

/** The largest pawn on a track in this room. */
function track({ width, height }: Room, { players }: Content, columns: number, down: boolean): Track {
  const tile = players === 1 ? BESIDE_ALONE : BESIDE
  const rows = PAWNS / columns
  const [tileWidth, tileHeight] = [width / columns - SPACE, height / rows - SPACE]
  const below = Math.min(tileWidth, tileHeight / BELOW)
  const beside = Math.min(tileWidth / tile, tileHeight)
  const pawn = Math.floor(Math.min(TRACK_PAWN.max, Math.max(below, beside)))
  return { columns, rows, down, pawn, wide: beside > below, tile }
}

/** What a track needs. */
function sizeOf({ columns, rows, pawn, wide, tile }: Track): Room {
  return {
    width: columns * (pawn * (wide ? tile : 1) + SPACE),
    height: rows * (pawn * (wide ? 1 : BELOW) + SPACE),
  }
}

/** The note in two lines, or on the narrowest screens in three. */
function noteHeight({ width }: Room, { note }: Measures): number {
  return width < NARROW ? note * 1.4 : note
}

interface Seats {
  inRow: number
  height: number
}

/** The seats in a strip of this width. */
function seatsIn(width: number, { players }: Content, { line, lines, gap, alone }: Measures, inRow: number): Seats {
  const rows = Math.ceil(players / inRow)
  const each = players === 1 ? alone : (width - (inRow - 1) * gap) / inRow >= LINE_FROM ? line : lines
  return { inRow, height: rows * each + (rows - 1) * gap }
}

/** The least width of a seat; a solitaire has its goal there. */
const MIN_SEAT = { compact: 80, roomy: 190, goal: 240 }

interface Solution {
  score: number
  arrangement: Arrangement
}

/** The arrangement with the largest pawns; null: there is no room at all. */
export function arrange(width: number, height: number, content: Content): Arrangement | null {
  const compact = width < 640 || height < 480
  const measures = compact ? COMPACT : ROOMY
  const room = { width, height }
  let best: Solution | null = null
  for (let field = FIELD.max; field >= FIELD.min; field--) {
    for (const arrangement of [...beside(room, content, measures, field), ...below(room, content, measures, field), ...rail(room, content, measures, field)]) {
      const { pawn } = arrangement.track
      if (pawn < TRACK_PAWN.min) continue
      const legible = pawn < MIN_LEGIBLE ? -1 : 0
      const score = Math.log(field) + WEIGHT_OF_TRACK * Math.log(pawn) + legible
      if (!best || score > best.score) best = { score, arrangement: { ...arrangement, compact } }
    }
  }
  return best?.arrangement ?? null
}

type Found = Omit<Arrangement, 'compact'>

const woodSize = (field: number, { columns, rows }: Content): Room => ({ width: field * (columns + RIM), height: field * (rows + RIM) })

function minSeat(measures: Measures, { players }: Content): number {
  if (players === 1) return MIN_SEAT.goal
  return measures === COMPACT ? MIN_SEAT.compact : MIN_SEAT.roomy
}

/** How many seats may stand in a row. */
function rowsOfSeats(width: number, content: Content, measures: Measures): number[] {
  const { players } = content
  const each = (inRow: number) => (width - (inRow - 1) * measures.gap) / inRow
  return [1, 2, 3, 4].filter((inRow) => players % inRow === 0 && (inRow === 1 || each(inRow) >= minSeat(measures, content)))
}

/** Boxes below each other in a column, the room that is left over between them. */
function stack(left: number, width: number, height: number, heights: readonly number[]): Box[] {
  const shown = heights.filter((each) => each > 0)
  const spare = (height - shown.reduce((sum, each) => sum + each, 0)) / (shown.length + 1)
  let top = 0
  return heights.map((each) => {
    if (each > 0) top += spare
    const box = { left, top, width, height: each }
    top += each
    return box
  })
}

const centred = (box: Box, width: number): Box => ({ ...box, left: box.left + (box.width - width) / 2, width })

/** What tells one kind of arrangement from another. */
interface Kind {
  /** The widths that the seats and the track may take. */
  seatsWidth: number
  trackWidth: number
  /** The height that the board takes from the track, and the least height that the track must have. */
  taken: number
  least: number
  columns: readonly number[]
  /** Is the track read downwards? */
  down: boolean
  place: (track: Room, note: number, seats: number) => Record<'wood' | 'track' | 'note' | 'seats', Box>
}

/** All arrangements of a kind: the seats in a number of rows, the track in a number of columns. */
function ofKind(kind: Kind, room: Room, content: Content, measures: Measures): Found[] {
  const note = content.note ? noteHeight(room, measures) : 0
  return rowsOfSeats(kind.seatsWidth, content, measures).flatMap((seatsInRow) => {
    const seats = seatsIn(kind.seatsWidth, content, measures, seatsInRow)
    const height = room.height - kind.taken - seats.height - note - (note ? 2 : 1) * measures.gap
    if (height < kind.least) return []
    return kind.columns.map((columns): Found => {
      const found = track({ width: kind.trackWidth, height }, content, columns, kind.down)
      const boxes = kind.place(sizeOf(found), note, seats.height)
      return { ...boxes, track: { ...boxes.track, ...found }, seatsInRow }
    })
  })
}

/** The track and the seats to the right of the board. */
function beside(room: Room, content: Content, measures: Measures, field: number): Found[] {
  const wood = woodSize(field, content)
  const left = wood.width + measures.gap
  const width = room.width - left
  if (wood.height > room.height || width < minSeat(measures, content)) return []
  const place: Kind['place'] = (size, note, seats) => {
    const [trackBox, noteBox, seatBox] = stack(left, width, room.height, [size.height, note, seats]) as [Box, Box, Box]
    const woodBox = { left: 0, top: (room.height - wood.height) / 2, ...wood }
    return { wood: woodBox, track: centred(trackBox, size.width), note: noteBox, seats: seatBox }
  }
  const kind = { seatsWidth: width, trackWidth: width, taken: 0, least: 0, columns: [4, 6, 8, 12, 16], down: false, place }
  return ofKind(kind, room, content, measures)
}

/** The track and the seats below the board. */
function below(room: Room, content: Content, measures: Measures, field: number): Found[] {
  const wood = woodSize(field, content)
  const { width } = room
  if (wood.width > width) return []
  const place: Kind['place'] = (size, note, seats) => {
    const heights = [wood.height, size.height, note, seats]
    const [woodBox, trackBox, noteBox, seatBox] = stack(0, width, room.height, heights) as [Box, Box, Box, Box]
    return { wood: centred(woodBox, wood.width), track: centred(trackBox, size.width), note: noteBox, seats: seatBox }
  }
  const taken = wood.height + measures.gap
  return ofKind({ seatsWidth: width, trackWidth: width, taken, least: 0, columns: [8, 12, 16, 24], down: false, place }, room, content, measures)
}

/** The track beside the board, read downwards; the seats below both. */
function rail(room: Room, content: Content, measures: Measures, field: number): Found[] {
  const wood = woodSize(field, content)
  const { gap } = measures
  const trackWidth = room.width - wood.width - gap
  if (trackWidth < 60) return []
  const place: Kind['place'] = (size, note, seats) => {
    const upper = Math.max(wood.height, size.height)
    const [upperBox, noteBox, seatBox] = stack(0, room.width, room.height, [upper, note, seats]) as [Box, Box, Box]
    const left = (room.width - wood.width - gap - size.width) / 2
    return {
      wood: { left, top: upperBox.top + (upper - wood.height) / 2, ...wood },
      track: { left: left + wood.width + gap, top: upperBox.top + (upper - size.height) / 2, ...size },
      note: noteBox,
      seats: seatBox,
    }
  }
  const kind = { seatsWidth: room.width, trackWidth, taken: 0, least: wood.height, columns: [3, 4, 6], down: true, place }
  return ofKind(kind, room, content, measures)
}
