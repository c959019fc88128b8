/** Pawns, exchange tokens and fields. */
import { colours, pieces } from '$games/nummerus/art.json'
import { draw, drawNumbered } from '../../lib/art'

export const drawPawn = (number: number): string => drawNumbered(pieces.pawn, number, colours)
export const drawPower = (): string => draw(pieces.power)
export const drawToken = (): string => draw(pieces.token)
export const drawField = (): string => draw(pieces.field)
