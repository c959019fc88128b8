/**
 * Animates pieces: they move from where they were to where they are now, and turn over when their face has changed. A piece
 * is an element with `data-piece` (its id) and, if it can turn, `data-face` (what it shows). Only transform and opacity
 * change, so a moving piece causes no layout.
 */

export interface Box {
  x: number
  y: number
  width: number
  height: number
  face: string | undefined
}

/** By piece. */
export type Boxes = Map<string, Box>

const EASING = 'cubic-bezier(.3,.7,.2,1)'

export function boxesOf(root: HTMLElement): Boxes {
  const found: Boxes = new Map()
  for (const piece of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { left, top, width, height } = piece.getBoundingClientRect()
    if (width) found.set(piece.dataset['piece'] ?? '', { x: left, y: top, width, height, face: piece.dataset['face'] })
  }
  return found
}

/** The transform that puts a piece back to where it was; null if it has not moved. */
function shift(from: Box, to: Box): string | null {
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const scale = from.width / to.width
  const unmoved = Math.hypot(x, y) < 1 && Math.abs(scale - 1) < 0.02
  return unmoved ? null : `translate(${x}px, ${y}px) scale(${scale})`
}

/**
 * Animates the change from `before` to the present layout; resolves when all pieces are still. `turned`: pieces that were
 * turned over, even if both of their faces look the same.
 */
export async function flip(
  root: HTMLElement,
  before: Boxes,
  milliseconds: number,
  turned: readonly string[] = [],
): Promise<void> {
  if (milliseconds <= 0) return
  const now = boxesOf(root)
  const running: Animation[] = []
  for (const piece of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const key = piece.dataset['piece'] ?? ''
    const to = now.get(key)
    if (to) running.push(...animate(piece, before.get(key), to, milliseconds, turned.includes(key)))
  }
  await Promise.allSettled(running.map((animation) => animation.finished))
}

function animate(piece: HTMLElement, from: Box | undefined, to: Box, milliseconds: number, turned: boolean): Animation[] {
  if (!from) return [piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: milliseconds / 2 })]
  const running: Animation[] = []
  const start = shift(from, to)
  if (start !== null) {
    piece.classList.add('travelling')
    const animation = piece.animate([{ transform: start }, { transform: 'none' }], { duration: milliseconds, easing: EASING })
    animation.onfinish = animation.oncancel = () => piece.classList.remove('travelling')
    running.push(animation)
  }
  const sides = piece.querySelector<HTMLElement>('.two-sided')
  if (sides && (turned || (from.face !== undefined && from.face !== to.face))) running.push(turnOver(sides, milliseconds))
  return running
}

/** The old face is on the back (TwoSided.svelte); if it looks like the new one, a copy of the front is put there. */
function turnOver(sides: HTMLElement, milliseconds: number): Animation {
  const copy = sides.querySelector('.back') ? null : (sides.firstElementChild?.cloneNode(true) as HTMLElement | undefined)
  if (copy) {
    copy.classList.replace('front', 'back')
    copy.ariaHidden = 'true'
    sides.append(copy)
  }
  sides.classList.add('turning')
  const animation = sides.animate(
    [{ transform: 'rotateY(180deg)' }, { transform: 'rotateY(90deg) scale(1.15)' }, { transform: 'rotateY(0deg)' }],
    { duration: milliseconds, easing: 'ease-in-out' },
  )
  animation.onfinish = animation.oncancel = () => {
    sides.classList.remove('turning')
    copy?.remove()
  }
  return animation
}
