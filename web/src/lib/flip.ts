/**
 * Pieces travel from where they lay to where they lie now, and turn over where they show another face. Each piece is an
 * element with `data-piece` (who it is) and, where it can turn, `data-face` (what it shows). Only transform and opacity
 * change, so a moving coin costs no layout.
 */

export interface Place {
  x: number
  y: number
  width: number
  height: number
  face: string | undefined
}

export type Places = Map<string, Place>

const TRAVEL = 'cubic-bezier(.3,.7,.2,1)'

export function places(root: HTMLElement): Places {
  const found: Places = new Map()
  for (const piece of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { left, top, width, height } = piece.getBoundingClientRect()
    if (width) found.set(piece.dataset['piece'] ?? '', { x: left, y: top, width, height, face: piece.dataset['face'] })
  }
  return found
}

/** How a piece must be moved so that it seems to lie where it lay before; null where it has not moved. */
export function shift(from: Place, to: Place): { x: number; y: number; scale: number } | null {
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const scale = from.width / to.width
  return Math.hypot(x, y) < 1 && Math.abs(scale - 1) < 0.02 ? null : { x, y, scale }
}

/**
 * Plays the change from `before` to what lies there now; settles when all is still. `turned`: pieces that were turned over,
 * also where both of their faces look alike.
 */
export async function flip(
  root: HTMLElement,
  before: Places,
  milliseconds: number,
  turned: readonly string[] = [],
): Promise<void> {
  if (milliseconds <= 0) return
  const now = places(root)
  const running: Animation[] = []
  for (const piece of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const key = piece.dataset['piece'] ?? ''
    const to = now.get(key)
    if (to) running.push(...play(piece, before.get(key), to, milliseconds, turned.includes(key)))
  }
  await Promise.allSettled(running.map((animation) => animation.finished))
}

function play(piece: HTMLElement, from: Place | undefined, to: Place, milliseconds: number, turned: boolean): Animation[] {
  if (!from) return [piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: milliseconds / 2 })]
  const running: Animation[] = []
  const way = shift(from, to)
  if (way) {
    const start = `translate(${way.x}px, ${way.y}px) scale(${way.scale})`
    piece.classList.add('travelling')
    const animation = piece.animate([{ transform: start }, { transform: 'none' }], {
      duration: milliseconds,
      easing: TRAVEL,
    })
    animation.onfinish = animation.oncancel = () => piece.classList.remove('travelling')
    running.push(animation)
  }
  const turner = piece.querySelector<HTMLElement>('.two-sided')
  if (turner && (turned || (from.face !== undefined && from.face !== to.face))) running.push(turn(turner, milliseconds))
  return running
}

/** The old face is on the back of the turning piece (see TwoSided.svelte); where it looks like the new one, a copy is. */
function turn(turner: HTMLElement, milliseconds: number): Animation {
  const copy = turner.querySelector('.back') ? null : (turner.firstElementChild?.cloneNode(true) as HTMLElement | undefined)
  if (copy) {
    copy.classList.replace('front', 'back')
    copy.ariaHidden = 'true'
    turner.append(copy)
  }
  turner.classList.add('turning')
  const animation = turner.animate(
    [{ transform: 'rotateY(180deg)' }, { transform: 'rotateY(90deg) scale(1.15)' }, { transform: 'rotateY(0deg)' }],
    { duration: milliseconds, easing: 'ease-in-out' },
  )
  animation.onfinish = animation.oncancel = () => {
    turner.classList.remove('turning')
    copy?.remove()
  }
  return animation
}
