/** Coins and point cards. */
import { colours, pieces } from '$games/titus/art.json'
import { draw, drawNumbered, writtenNumber } from '../../lib/art'

export const drawCoin = (face: number): string => drawNumbered(pieces.coin, face, colours)
export const drawCoinBack = (face: number | null): string => draw(pieces.coin_back, {}, { number: writtenNumber(face) })
export const drawPointCard = (value: number): string => draw(pieces.point_card, {}, { number: String(value) })
/** The colour of a number, as on the coin's rim. */
export const coinColour = (face: number | null): string => (face === null ? 'var(--edge)' : (colours[face - 1] ?? ''))
