/**
 * Dragging a piece plays a move. Targets are elements with `data-drop`; which of them accept a piece, and which move that
 * is, comes as data. Everything that can be dragged can also be tapped.
 */
import type { Attachment } from 'svelte/attachments'
import { attempt } from './attempts'

/** By the target's `data-drop`: the move. */
export type Drops = ReadonlyMap<string, string>

const THRESHOLD_PX = 7
const TARGET_CLASS = 'drop-here'

/** `impossible`: where the piece can be dropped without a legal move, and the move that this would be. */
export function draggable(drops: Drops, play: (move: string) => void, impossible: Drops = new Map()): Attachment<HTMLElement> {
  return (node) => {
    if (!drops.size && !impossible.size) return
    node.classList.add('draggable')
    const pressed = (event: PointerEvent) => {
      if (event.button === 0 && event.isPrimary) follow(node, event, drops, play, impossible)
    }
    node.addEventListener('pointerdown', pressed)
    return () => {
      node.classList.remove('draggable')
      node.removeEventListener('pointerdown', pressed)
    }
  }
}

function targets(drops: Drops): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-drop]')].filter((target) =>
    drops.has(target.dataset['drop'] ?? ''),
  )
}

/** The move of the innermost target, and whether it is possible. */
function moveAt(x: number, y: number, drops: Drops, impossible: Drops): { found?: string | undefined; vain?: string | undefined } {
  for (const element of document.elementsFromPoint(x, y)) {
    const key = element.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? ''
    if (drops.has(key)) return { found: drops.get(key) }
    if (impossible.has(key)) return { vain: impossible.get(key) }
  }
  return {}
}

function follow(node: HTMLElement, start: PointerEvent, drops: Drops, play: (move: string) => void, impossible: Drops): void {
  let moving = false
  const accepting = targets(drops)

  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const x = event.clientX - start.clientX
    const y = event.clientY - start.clientY
    if (!moving && Math.hypot(x, y) < THRESHOLD_PX) return
    if (!moving) {
      moving = true
      node.classList.add('dragging')
      for (const target of accepting) target.classList.add(TARGET_CLASS)
    }
    node.style.transform = `translate(${x}px, ${y}px)`
  }

  const stop = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', stop)
    removeEventListener('pointercancel', stop)
    if (!moving) return
    const { found, vain } = event.type === 'pointerup' ? moveAt(event.clientX, event.clientY, drops, impossible) : {}
    node.classList.remove('dragging')
    node.style.transform = ''
    for (const target of accepting) target.classList.remove(TARGET_CLASS)
    swallowClick()
    if (found !== undefined) play(found)
    else if (vain !== undefined) attempt(node, vain)
  }

  addEventListener('pointermove', move)
  addEventListener('pointerup', stop)
  addEventListener('pointercancel', stop)
}

/** Releasing a dragged piece is not a tap on it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50)
}
