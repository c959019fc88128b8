/** Coins and point cards. */
import { colours, pieces } from '$games/titus/art.json'
import { draw, drawNumbered, writtenNumber } from '../../lib/art'

export const drawCoin = (face: number): string => drawNumbered(pieces.coin, face, colours)
export const drawCoinBack = (face: number | null): string => draw(pieces.coin_back, {}, { number: writtenNumber(face) })
export const drawPointCard = (value: number): string => draw(pieces.point_card, {}, { number: String(value) })
