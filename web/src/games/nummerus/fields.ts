/** Where the fields of a board lie, in shares of its width and height (N2). */
import { boards } from '$games/nummerus/art.json'

export type BoardName = keyof typeof boards

export interface Field {
  row: number
  column: number
  x: number
  y: number
}

export interface Plan {
  columns: number
  rows: number
  fields: Field[]
}

export function plan(board: BoardName): Plan {
  const rows = boards[board]
  const columns = Math.max(...rows)
  const fields = rows.flatMap((length, row) =>
    Array.from({ length }, (_, column) => ({
      row,
      column,
      x: ((columns - length) / 2 + column + 0.5) / columns,
      y: (row + 0.5) / rows.length,
    })),
  )
  return { columns, rows: rows.length, fields }
}
