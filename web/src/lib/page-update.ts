/** An outdated page reloads itself: when a new service worker takes over, or when the server has another version. */
import { saveInTab, savedInTab } from './storage'

const KEY = 'reloaded-for'

export function startUpdates(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const controlled = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes over a page that is up to date.
    if (!controlled || reloading) return
    reloading = true
    location.reload()
  })
  // Caching the page must not delay its first use.
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  addEventListener('load', () => ('requestIdleCallback' in window ? requestIdleCallback(register, { timeout: 5000 }) : setTimeout(register, 2000)))
}

/** Loads the page again if the server has another version, but only once for each version. */
export async function reloadIfOutdated(server: string): Promise<void> {
  if (server === __VERSION__ || savedInTab(KEY) === server) return
  await reload(server)
}

export async function reload(reason: string): Promise<void> {
  if (savedInTab(KEY) === reason) return
  saveInTab(KEY, reason)
  const worker = await navigator.serviceWorker?.getRegistration()
  await worker?.update().catch(() => undefined)
  location.reload()
}
