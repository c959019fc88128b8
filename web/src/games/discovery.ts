/** Finds the games' folders. A folder has an `index.ts` with the game's `GameUi`, and a `cover.svg`. No list names them. */
import type { GameUi } from './game-ui'

const FOLDERS = import.meta.glob<GameUi>('./*/index.ts', { import: 'default' })
const COVERS = import.meta.glob<string>('./*/cover.svg', { eager: true, import: 'default', query: '?url' })
const GENERIC = 'generic'

/** The games whose covers are part of the page: they are shown before the server has answered. */
export const coveredGames: readonly string[] = Object.keys(COVERS).map((path) => path.split('/')[1] ?? '')

export function coverOf(game: string): string | undefined {
  return COVERS[`./${game}/cover.svg`]
}

/** A game without a folder is played on the generic board. */
export function loadUi(game: string): Promise<GameUi> {
  const load = FOLDERS[`./${game}/index.ts`] ?? FOLDERS[`./${GENERIC}/index.ts`]
  if (!load) throw new Error('the generic board is missing')
  return load()
}
