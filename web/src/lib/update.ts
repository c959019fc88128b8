/** A page of yesterday reloads itself: when a new service worker takes over, or the server is of another version. */
import { keepHere, keptHere } from './storage'

const KEY = 'reloaded-for'

export function startUpdates(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const controlled = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of all takes over a page that is already fresh.
    if (!controlled || reloading) return
    reloading = true
    location.reload()
  })
  // Keeping the page for later must not hold up its first use.
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  addEventListener('load', () => ('requestIdleCallback' in window ? requestIdleCallback(register, { timeout: 5000 }) : setTimeout(register, 2000)))
}

/** Is the server of another version than this page? Then load the page again, but only once for each version. */
export async function matchVersion(server: string): Promise<void> {
  if (server === __VERSION__ || keptHere(KEY) === server) return
  await reload(server)
}

export async function reload(reason: string): Promise<void> {
  if (keptHere(KEY) === reason) return
  keepHere(KEY, reason)
  const worker = await navigator.serviceWorker?.getRegistration()
  await worker?.update().catch(() => undefined)
  location.reload()
}
