/** Every card once, in canonical order (docs/deals.md). */
import { pairs } from '../../lib/fair-deal'

const SYMBOLS = [...'ABCDEFGHIJK']

export const deck = pairs(SYMBOLS, SYMBOLS.length - 1)
