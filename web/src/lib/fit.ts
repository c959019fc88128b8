/**
 * The largest size of the pieces at which a board fits its box. A board puts `{@attach fit({ min, max })}` on its root element
 * and draws its pieces in units of the CSS variable `--size` (pixels). Whenever the box or its content changes, the size is
 * searched again, before anything is painted.
 *
 * A size fits if nothing overflows the root element, or any element in it marked `data-fit`.
 *
 * While the root element has the class `whole`, a board keeps in one row what belongs together; without it, rows may break.
 * They break only where pieces would otherwise be much smaller.
 */
import type { Attachment } from 'svelte/attachments'

interface Limits {
  /** Pixels. If nothing fits at the smallest size, the board can be scrolled. */
  min: number
  max: number
}

const VARIABLE = '--size'
/** While a size is measured, pieces in motion lie where they will come to rest (app.css). */
const MEASURING = 'measuring'
/** The box is too small even for the smallest pieces. */
const TOO_SMALL = 'too-small'
/** Pieces grow again only by this much, so that they do not change size with every move. */
const GROWTH = 1.12
/** What belongs together is kept in one row. */
const WHOLE = 'whole'
/** Rows break if that makes the pieces this much larger. */
const WORTH_BREAKING = 1.4

/** The largest whole number from `min` to `max` that fits; `min` if none does. */
export function largest(min: number, max: number, fits: (size: number) => boolean): number {
  let [low, high] = [Math.floor(min), Math.floor(max)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The size for new content: as before if that still fits and there is not much more room. */
export function steady(before: number, { min, max }: Limits, fits: (size: number) => boolean): number {
  const more = Math.ceil(before * GROWTH)
  if (before >= min && before <= max && fits(before) && (more > max || !fits(more))) return before
  return largest(min, max, fits)
}

const overflows = (box: Element) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth

export function fit(limits: Limits): Attachment<HTMLElement> {
  return (node) => {
    node.classList.add('fitted')
    let size = 0
    const show = (shown: number) => node.style.setProperty(VARIABLE, `${shown}px`)
    const fits = (tried: number) => {
      show(tried)
      return ![node, ...node.querySelectorAll('[data-fit]')].some(overflows)
    }
    const measure = (choose: (before: number) => number) => {
      if (!node.clientWidth || !node.clientHeight) return
      const before = size
      node.classList.add(MEASURING, WHOLE)
      size = choose(before)
      const larger = Math.ceil(size * WORTH_BREAKING)
      const whole = fits(size)
      node.classList.remove(WHOLE)
      if (whole && (larger > limits.max || !fits(larger))) node.classList.add(WHOLE)
      else size = choose(before)
      node.classList.toggle(TOO_SMALL, size <= limits.min && !fits(size))
      show(size)
      node.classList.remove(MEASURING)
    }
    const again = () => measure(() => largest(limits.min, limits.max, fits))
    again()

    const boxes = new ResizeObserver(again)
    boxes.observe(node)
    // A piece that turns over gets a second side for a while: that changes no size.
    const turning = ({ target }: MutationRecord) => target instanceof Element && target.closest('.two-sided') !== null
    const content = new MutationObserver((changes) => {
      if (!changes.every(turning)) measure((before) => steady(before, limits, fits))
    })
    content.observe(node, { childList: true, characterData: true, subtree: true })
    return () => {
      boxes.disconnect()
      content.disconnect()
    }
  }
}
