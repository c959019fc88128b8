/** Which page is shown, by the address: every page can be opened directly, and the browser's Back works. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'join'; link: string }
  | { page: 'rules'; game: string }
  /** A lesson of a game; without its name: the first one. */
  | { page: 'learn'; game: string; lesson: string | null }
  /** Positions to choose a move in; without a game: of all games. */
  | { page: 'exercises'; game: string | null }
  /** A finished round; without a table: one from a file. */
  | { page: 'replay'; table: string | null; round: number; daily?: DailyGame }
  | { page: 'daily' }
  | { page: 'privacy' }
  | { page: 'my-play' }
  | { page: 'not-found' }
  /** The address of a table that was cut off, or has too much at its end. */
  | { page: 'bad-link' }

/** The solitaire of a day: which of the game's, or its puzzle. */
export interface DailyGame {
  game: string
  date: string
  number: number | 'puzzle'
}

const TABLE_ID = /^[a-z0-9]{12}$/

export function routeOf(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (!first) return { page: 'home' }
  if (first === 'replay') return replayRoute(second, rest)
  if (first === 'daily') return dailyRoute(second, rest)
  if ((first === 'table' || first === 'join') && !second) return { page: 'bad-link' }
  if ((first === 'privacy' || first === 'my-play') && !second) return { page: first }
  if (first === 'learn' && second && rest.length < 2) return { page: 'learn', game: second, lesson: rest[0] ?? null }
  if (first === 'exercises' && !rest.length) return { page: 'exercises', game: second || null }
  if (!second || rest.length) return { page: 'not-found' }
  if (first === 'new') return { page: 'new', game: second }
  if (first === 'table') return TABLE_ID.test(second) ? { page: 'table', table: second } : { page: 'bad-link' }
  if (first === 'join') return { page: 'join', link: second }
  if (first === 'rules') return { page: 'rules', game: second }
  return { page: 'not-found' }
}

function replayRoute(table: string, rest: string[]): Route {
  if (!table) return { page: 'replay', table: null, round: 0 }
  const round = Number(rest[0])
  const valid = rest.length === 1 && Number.isInteger(round) && round > 0
  return valid ? { page: 'replay', table, round } : { page: 'not-found' }
}

/** The solitaires of today; or the perfect game of one of them. */
function dailyRoute(game: string, [date, number, ...more]: string[]): Route {
  if (!game) return { page: 'daily' }
  if (date && number === 'puzzle' && !more.length) return { page: 'replay', table: null, round: 0, daily: { game, date, number } }
  if (!date || !number || !/^\d{1,2}$/.test(number) || more.length) return { page: 'not-found' }
  return { page: 'replay', table: null, round: 0, daily: { game, date, number: Number(number) } }
}

let current = $state<Route>({ page: 'home' })

export const router = {
  get route(): Route {
    return current
  },
}

function readAddress(): void {
  try {
    current = routeOf(location.pathname)
  } catch {
    current = { page: 'not-found' }
  }
}

export function navigate(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  readAddress()
  scrollTo(0, 0)
}

/** Links within the page change the route without loading the page again. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/') || link.hash) return
  event.preventDefault()
  navigate(link.pathname + link.search)
}

export function startRouter(): void {
  readAddress()
  addEventListener('popstate', readAddress)
  document.addEventListener('click', followLink)
}
