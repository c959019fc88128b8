/** Values that the browser keeps for us. Where it may not (private windows), the page works all the same. */

const PREFIX = 'rectoverso.'

function attempt<T>(what: () => T): T | null {
  try {
    return what()
  } catch {
    return null
  }
}

export function saved(key: string): string | null {
  return attempt(() => localStorage.getItem(PREFIX + key))
}

export function save(key: string, value: string): void {
  attempt(() => localStorage.setItem(PREFIX + key, value))
}

const inMemory = new Map<string, string>()

/** For this tab only, until it is closed. */
export function savedInTab(key: string): string | null {
  return inMemory.get(key) ?? attempt(() => sessionStorage.getItem(PREFIX + key))
}

export function saveInTab(key: string, value: string): void {
  inMemory.set(key, value)
  attempt(() => sessionStorage.setItem(PREFIX + key, value))
}

/** Forget everything that was saved here. */
export function forgetAll(): void {
  inMemory.clear()
  for (const store of ['localStorage', 'sessionStorage'] as const) {
    attempt(() => {
      for (const key of Object.keys(window[store])) if (key.startsWith(PREFIX)) window[store].removeItem(key)
    })
  }
}
