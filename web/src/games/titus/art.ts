/** Coins and point cards. */
import { coins } from '$art/palette.json'
import { coin, coin_back, point_card } from '$art/pieces.json'
import { draw, drawNumbered, writtenNumber } from '../../lib/art'

export const drawCoin = (face: number): string => drawNumbered(coin, face, coins)
export const drawCoinBack = (face: number | null): string => draw(coin_back, {}, { number: writtenNumber(face) })
export const drawPointCard = (value: number): string => draw(point_card, {}, { number: String(value) })
