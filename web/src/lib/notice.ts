/** "It is your turn": in the window's title always, as a notification of the system where the reader asked for it. */
import { settings } from './settings.svelte'

export function notifiable(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext
}

export async function askToNotify(): Promise<boolean> {
  return notifiable() && (await Notification.requestPermission()) === 'granted'
}

let last: Notification | null = null

export function notify(title: string, body: string): void {
  if (!settings.notices || !notifiable() || Notification.permission !== 'granted' || !document.hidden) return
  try {
    last?.close()
    last = new Notification(title, { body, icon: '/icon-192.png', tag: 'turn' })
    last.onclick = () => window.focus()
  } catch {
    // Phones allow notifications only from a service worker; the title still tells.
  }
}
