/** Pawns, exchange tokens and fields. */
import { pawns } from '$art/palette.json'
import { field, pawn, power, token } from '$art/pieces.json'
import { draw, drawNumbered } from '../../lib/art'

export const drawPawn = (number: number): string => drawNumbered(pawn, number, pawns)
export const drawPower = (): string => draw(power)
export const drawToken = (): string => draw(token)
export const drawField = (): string => draw(field)
