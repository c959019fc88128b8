/**
 * Lines drawn over a board: arrows from one box to another, and rings around a box. They run under what is to be read: the
 * parts of a line that would cover a box are left out.
 */
export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

export type Point = readonly [x: number, y: number]

/** Pixels between the points of a line. */
const STEP = 3
/** How far an arrow bends to the left, as a share of its length: the first is usual, so that there and back are two lines. */
const BENDS = [0.12, -0.12, 0.3, -0.3, 0.02, 0.2, -0.2, 0.5, -0.5]
/** An arrow that ends too early may point at something else: how much worse that is than a gap, a pixel for a point. */
const TOO_EARLY = 8
/** Pixels from the end of the way: an arrow whose last visible part ends further away has no head. */
const NEAR = 16
/** No arrow bends further, in pixels. */
const MOST_BEND = 90
/** What would lie outside the board runs along its edge, this many pixels inside. */
const INSIDE = 4
/** Shorter pieces of a line would be dots. */
const LEAST_POINTS = 4

const middle = ({ left, top, right, bottom }: Rect): Point => [(left + right) / 2, (top + bottom) / 2]
const inside = ([x, y]: Point, { left, top, right, bottom }: Rect, margin: number) =>
  x > left - margin && x < right + margin && y > top - margin && y < bottom + margin

/** From the middle of one box to that of another. */
function bent(from: Rect, to: Rect, share: number): Point[] {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)]
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (!length) return []
  const bend = Math.sign(share) * Math.min(length * Math.abs(share), MOST_BEND) * 2
  const [cx, cy] = [(x1 + x2) / 2 + ((y2 - y1) / length) * bend, (y1 + y2) / 2 - ((x2 - x1) / length) * bend]
  const count = Math.ceil(length / STEP)
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const [there, left] = [i / count, 1 - i / count]
    return [left * left * x1 + 2 * left * there * cx + there * there * x2, left * left * y1 + 2 * left * there * cy + there * there * y2]
  })
}

/** The visible parts of a way, and whether they lead to its end. */
interface Arrow {
  parts: Point[][]
  arrives: boolean
}

/** The visible parts of an arrow within an area, which ends this far from its target: of several ways the best one. */
export function arrow(from: Rect, to: Rect, away: number, boxes: readonly Rect[], margin: number, area: Rect): Arrow {
  const inTheWay = boxes.filter((box) => apart(box, from, to) < MOST_BEND + margin)
  const found = BENDS.map((share) => {
    const bend = bent(from, to, share).filter((point) => !inside(point, to, away))
    const way = bend.map((point) => within(point, area))
    const parts = visible(way, inTheWay, margin)
    const [end, last] = [way.at(-1), parts.at(-1)?.at(-1)]
    const early = end && last ? Math.hypot(end[0] - last[0], end[1] - last[1]) : 0
    // Along the edge several arrows would be one line.
    const along = bend.filter((point) => !inside(point, area, -INSIDE)).length
    return { parts, arrives: last !== undefined && early < NEAR, hidden: way.length - parts.flat().length + along + TOO_EARLY * early }
  })
  return found.reduce((best, other) => (other.hidden < best.hidden ? other : best))
}

/** How far a box lies from the smallest one around two others, across or down; less than nothing if it lies over it. */
function apart(box: Rect, one: Rect, other: Rect): number {
  const [left, right] = [Math.min(one.left, other.left), Math.max(one.right, other.right)]
  const [top, bottom] = [Math.min(one.top, other.top), Math.max(one.bottom, other.bottom)]
  return Math.max(left - box.right, box.left - right, top - box.bottom, box.top - bottom)
}

function within([x, y]: Point, { left, top, right, bottom }: Rect): Point {
  return [Math.min(right - INSIDE, Math.max(left + INSIDE, x)), Math.min(bottom - INSIDE, Math.max(top + INSIDE, y))]
}

/** Around a box, this far away, with corners of this radius; it ends where it begins. */
export function ring({ left, top, right, bottom }: Rect, away: number, radius: number): Point[] {
  const [x1, y1, x2, y2] = [left - away, top - away, right + away, bottom + away]
  const round = Math.min(radius + away, (x2 - x1) / 2, (y2 - y1) / 2)
  const corners = [[x2 - round, y1 + round, -90], [x2 - round, y2 - round, 0], [x1 + round, y2 - round, 90], [x1 + round, y1 + round, 180]] as const
  const found = corners.flatMap(([x, y, start]) => arc(x, y, round, start))
  return dense([...found, ...found.slice(0, 1)])
}

function arc(x: number, y: number, radius: number, start: number): Point[] {
  const steps = Math.max(2, Math.ceil((radius * Math.PI) / 2 / STEP))
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = ((start + (90 * i) / steps) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

/** The same line, with a point every few pixels. */
function dense(points: readonly Point[]): Point[] {
  return points.flatMap((point, i) => {
    const next = points[i + 1]
    if (!next) return [point]
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / STEP))
    return Array.from({ length: steps }, (_, j): Point => [point[0] + ((next[0] - point[0]) * j) / steps, point[1] + ((next[1] - point[1]) * j) / steps])
  })
}

/** The parts of a line that stay away from all boxes by a margin. */
export function visible(points: readonly Point[], boxes: readonly Rect[], margin: number): Point[][] {
  const parts: Point[][] = [[]]
  for (const point of points) {
    if (boxes.some((box) => inside(point, box, margin))) parts.push([])
    else parts.at(-1)?.push(point)
  }
  return parts.filter(({ length }) => length >= LEAST_POINTS)
}

const rounded = (value: number) => Math.round(value * 10) / 10

export function path(parts: readonly (readonly Point[])[]): string {
  return parts.map((points) => `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`).join('')
}

/** The head of an arrow whose line ends with these points. */
export function head(points: readonly Point[], size: number): string {
  const [[x, y], [fromX, fromY]] = [points.at(-1) ?? [0, 0], points.at(-4) ?? points[0] ?? [0, 0]]
  const length = Math.hypot(x - fromX, y - fromY) || 1
  const [dx, dy] = [((x - fromX) / length) * size, ((y - fromY) / length) * size]
  return `${path([[[x, y], [x - dx + dy / 2, y - dy - dx / 2], [x - dx - dy / 2, y - dy + dx / 2]]])}Z`
}
