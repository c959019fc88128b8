/**
 * Trying an impossible move. A piece that cannot be played now says in `data-attempt` which move a tap on it would mean; the
 * table then asks the server why that move is not possible. The page itself does not know which moves are possible.
 */

/** The event of a piece that was dropped where no move is possible. */
export const ATTEMPT = 'attempt'
const PIECES = '[data-move], [data-attempt]'

/** What a piece carries that can be tried: by touch and mouse, by the arrow keys, and by a screen reader. */
export function tried(move: string | undefined): Record<string, string | number | undefined> {
  return move === undefined ? { role: 'img' } : { role: 'button', 'aria-disabled': 'true', tabindex: -1, 'data-attempt': move }
}

/** Somebody dropped a piece where it cannot go. */
export function attempt(node: EventTarget, move: string): void {
  node.dispatchEvent(new CustomEvent(ATTEMPT, { detail: move, bubbles: true }))
}

/** The move that somebody tries, if an event is about one. */
export function attempted(event: Event): string | undefined {
  if (event.type === ATTEMPT) return (event as CustomEvent<string>).detail
  const piece = (event.target as Element | null)?.closest<HTMLElement>(PIECES)
  if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return undefined
  return piece?.dataset['attempt']
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Pieces aside of the way count as further away by this factor. */
const ASIDE = 2.5

/** The nearest piece of the board in the direction of an arrow key, seen from the one that has the focus. */
export function neighbour(event: KeyboardEvent): HTMLElement | null {
  const [dx, dy] = DIRECTIONS[event.key] ?? [0, 0]
  const from = (event.target as Element | null)?.closest<HTMLElement>(PIECES)
  const board = from?.closest('.board')
  if (!from || !board || (!dx && !dy) || event.altKey || event.ctrlKey || event.metaKey) return null
  const [x, y] = centre(from)
  let [nearest, least]: [HTMLElement | null, number] = [null, Infinity]
  for (const piece of board.querySelectorAll<HTMLElement>(PIECES)) {
    const [right, down] = [centre(piece)[0] - x, centre(piece)[1] - y]
    const [along, aside] = [right * dx + down * dy, Math.abs(right * dy) + Math.abs(down * dx)]
    if (along > 1 && along + ASIDE * aside < least) [nearest, least] = [piece, along + ASIDE * aside]
  }
  return nearest
}

function centre(of: Element): [number, number] {
  const { left, top, width, height } = of.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}
