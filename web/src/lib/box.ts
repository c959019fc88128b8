/** A place on a board, in pixels from its upper left corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The style that puts an element there. */
export function at({ left, top, width, height }: Box): string {
  return `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
}
