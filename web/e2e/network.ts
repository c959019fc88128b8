// A bad network between page and server: slow, narrow, and interrupted when the test says so.
import type { Page, WebSocketRoute } from '@playwright/test'

export interface BadNetwork {
  /** Breaks the connection; none comes about until it is restored. */
  cut: () => Promise<void>
  restore: () => void
  /** What the server says is kept back until it is released. */
  hold: () => void
  release: () => void
  cuts: number
}

interface Quality {
  /** Milliseconds each way. */
  latency?: number
  bytesPerSecond?: number
}

export async function badNetwork(page: Page, { latency = 0, bytesPerSecond = Infinity }: Quality = {}): Promise<BadNetwork> {
  let open: WebSocketRoute | null = null
  let broken = false
  let held: Array<() => void> | null = null
  const state: BadNetwork = {
    cuts: 0,
    async cut() {
      state.cuts++
      broken = true
      await open?.close({ code: 4000, reason: 'cut' })
      open = null
    },
    restore() {
      broken = false
    },
    hold() {
      held = []
    },
    release() {
      for (const send of held ?? []) send()
      held = null
    },
  }
  await page.routeWebSocket(/\/api\/socket/, (near) => {
    if (broken) return void near.close({ code: 4000, reason: 'cut' }).catch(() => undefined)
    open = near
    const far = near.connectToServer()
    let free = 0
    const late = (text: string | Buffer, send: () => void) => {
      const now = Date.now()
      free = Math.max(free, now) + (text.length / bytesPerSecond) * 1000
      // What is on its way when the connection is cut never arrives.
      setTimeout(() => open === near && send(), free - now + latency)
    }
    near.onMessage((text) => late(text, () => far.send(text)))
    const arrive = (text: string | Buffer) => (held ? held.push(() => near.send(text)) : near.send(text))
    far.onMessage((text) => late(text, () => arrive(text)))
    near.onClose(() => void far.close().catch(() => undefined))
  })
  return state
}
