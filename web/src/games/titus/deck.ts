/** Every coin once, in canonical order (docs/deals.md). */
import { pairs } from '../../lib/fair-deal'

const NUMBERS = Array.from({ length: 19 }, (_, i) => String(i + 1))

export const deck = pairs(NUMBERS, 2)
