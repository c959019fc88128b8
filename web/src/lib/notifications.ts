/** "It is your turn", as a notification of the system, for readers who asked for it. */
import { settings } from './settings.svelte'

export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext
}

export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted'
}

let last: Notification | null = null

export function notify(title: string, body: string): void {
  if (!settings.notices || !canNotify() || Notification.permission !== 'granted' || !document.hidden) return
  try {
    last?.close()
    last = new Notification(title, { body, icon: '/icon-192.png', tag: 'turn' })
    last.onclick = () => window.focus()
  } catch {
    // Phones allow notifications only from a service worker; the window's title still tells whose turn it is.
  }
}
