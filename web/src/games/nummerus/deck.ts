/** Every pawn once, the Power pawn as 0, in canonical order (docs/deals.md). */
export const deck = Array.from({ length: 49 }, (_, number) => number)
