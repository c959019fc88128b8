/** What the browser keeps for us. Where it may not (private windows), the page works all the same. */

const PREFIX = 'rectoverso.'

function attempt<T>(what: () => T): T | null {
  try {
    return what()
  } catch {
    return null
  }
}

export function kept(key: string): string | null {
  return attempt(() => localStorage.getItem(PREFIX + key))
}

export function keep(key: string, value: string): void {
  attempt(() => localStorage.setItem(PREFIX + key, value))
}

const forNow = new Map<string, string>()

/** For this window only, until it is closed. */
export function keptHere(key: string): string | null {
  return forNow.get(key) ?? attempt(() => sessionStorage.getItem(PREFIX + key))
}

export function keepHere(key: string, value: string): void {
  forNow.set(key, value)
  attempt(() => sessionStorage.setItem(PREFIX + key, value))
}
