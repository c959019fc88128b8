/** Which page is shown: by the address, so that every page can be opened directly and the browser's Back works. */

export type Place =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'join'; link: string }
  | { page: 'rules'; game: string }
  /** A finished round; without a table: one out of a file. */
  | { page: 'replay'; table: string | null; round: number }
  | { page: 'lost' }

export function placeOf(path: string): Place {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (!first) return { page: 'home' }
  if (first === 'replay') return replayed(second, rest)
  if (rest.length) return { page: 'lost' }
  if (!second) return { page: 'lost' }
  if (first === 'new') return { page: 'new', game: second }
  if (first === 'table') return { page: 'table', table: second }
  if (first === 'join') return { page: 'join', link: second }
  if (first === 'rules') return { page: 'rules', game: second }
  return { page: 'lost' }
}

function replayed(table: string, rest: string[]): Place {
  if (!table) return { page: 'replay', table: null, round: 0 }
  const round = Number(rest[0])
  return rest.length === 1 && Number.isInteger(round) && round > 0 ? { page: 'replay', table, round } : { page: 'lost' }
}

let current = $state<Place>({ page: 'home' })

export const router = {
  get place(): Place {
    return current
  },
}

function look(): void {
  try {
    current = placeOf(location.pathname)
  } catch {
    current = { page: 'lost' }
  }
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  look()
  scrollTo(0, 0)
}

/** Links within the page change its place without loading it again. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/') || link.hash) return
  event.preventDefault()
  go(link.pathname)
}

export function startRouter(): void {
  look()
  addEventListener('popstate', look)
  document.addEventListener('click', follow)
}
