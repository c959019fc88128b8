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
const BENDS = [0.12, -0.12, 0.3, -0.3, 0.02]
/** No arrow bends further, in pixels. */
const MOST_BEND = 60
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

/**
 * The visible parts of an arrow within an area, which ends this far from its target: of several ways the one of which most is
 * seen, to its end.
 */
export function arrow(from: Rect, to: Rect, away: number, boxes: readonly Rect[], margin: number, area: Rect): Point[][] {
  const ways = BENDS.map((share) => bent(from, to, share).filter((point) => !inside(point, to, away)))
  const seen = ways.map((way) => visible(way, boxes, margin, area))
  const hidden = seen.map((parts, i) => {
    const [end, last] = [ways[i]?.at(-1), parts.at(-1)?.at(-1)]
    const missing = (ways[i]?.length ?? 0) - parts.flat().length
    return missing + (end && last ? Math.hypot(end[0] - last[0], end[1] - last[1]) : 0)
  })
  return seen[hidden.indexOf(Math.min(...hidden))] ?? []
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

/** The parts of a line that stay away from all boxes by a margin, and in an area. */
export function visible(points: readonly Point[], boxes: readonly Rect[], margin: number, area?: Rect): Point[][] {
  const parts: Point[][] = [[]]
  for (const point of points) {
    if ((area && !inside(point, area, -2)) || boxes.some((box) => inside(point, box, margin))) parts.push([])
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
