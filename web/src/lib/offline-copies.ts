/**
 * What can be read without the server: rules, and finished games that were looked at. It is kept in the browser, and used
 * when the server does not answer in time.
 */
import { errorCode, OFFLINE } from './api'

const CACHE = 'rectoverso-kept'
const PICTURES = 'rectoverso-pictures'
const MAX_KEPT = 60
/** After this time a copy is shown instead; without one, the server may take as long as it needs. */
export const LATE_MS = 3000

/** Asks, and keeps the answer under this name; without an answer, the kept one is given. */
export async function kept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const asked = ask()
  asked.then((answer) => void keep(name, answer)).catch(() => undefined)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LATE_MS))
  try {
    const first = await Promise.race([asked, late])
    return first ?? (await find<T>(name)) ?? (await asked)
  } catch (error) {
    const copy = errorCode(error) === OFFLINE ? await find<T>(name) : null
    if (copy !== null) return copy
    throw error
  }
}

/** Keeps the pictures of a rules page; the service worker shows them from the same cache (vite.config.ts). */
export async function keepPictures(game: string, rules: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  await navigator.serviceWorker.ready
  const cache = await caches.open(PICTURES)
  for (const [, file] of rules.matchAll(/\(pictures\/([\w-]+\.svg)\)/g)) {
    const path = `/api/rules/${encodeURIComponent(game)}/pictures/${file}`
    if (!(await cache.match(path))) await cache.add(path)
  }
}

const address = (name: string) => new URL(`/kept/${name}`, location.origin).href

/** The browser's cache; null where it has none (an insecure address, a private window). */
async function open(): Promise<Cache | null> {
  return 'caches' in globalThis ? await caches.open(CACHE).catch(() => null) : null
}

async function keep(name: string, answer: unknown): Promise<void> {
  const cache = await open()
  if (!cache) return
  await cache.delete(address(name))
  await cache.put(address(name), new Response(JSON.stringify(answer)))
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MAX_KEPT))) await cache.delete(old)
}

async function find<T>(name: string): Promise<T | null> {
  const found = await (await open())?.match(address(name))
  return found ? ((await found.json()) as T) : null
}
