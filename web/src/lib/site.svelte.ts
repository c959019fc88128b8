/** Who I am here, and what can be played: asked once, when the page starts. */
import { coveredGames } from '../games/discovery'
import { api, errorCode, OFFLINE } from './api'
import { keepPictures, kept, LATE_MS } from './offline-copies'
import { locale } from './locale.svelte'
import type { GameInfo, GameWords, Site } from './protocol'
import { readiness } from './readiness.svelte'
import { save, saved } from './storage'

const KEY = 'site'
/** A device that is never idle keeps the rules then. */
const KEPT_AT_LAST_MS = 10_000

/** What the server said the last time. */
function remembered(): Site | null {
  try {
    return JSON.parse(saved(KEY) ?? 'null') as Site | null
  } catch {
    return null
  }
}

class SiteStore {
  info = $state.raw<Site | null>(null)
  error = $state<string | null>(null)
  /** The server has not answered in time; what is kept here can still be read. */
  offline = $state(false)

  async load(): Promise<void> {
    const late = setTimeout(() => (this.offline = true), LATE_MS)
    try {
      this.info = await api.site()
      this.error = null
      this.offline = false
      save(KEY, JSON.stringify(this.info))
      readiness.follow(this.info.ready_in)
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => this.keepRules(), { timeout: KEPT_AT_LAST_MS })
    } catch (error) {
      this.error = errorCode(error)
      this.offline = this.error === OFFLINE
      if (this.offline) this.info ??= remembered()
    } finally {
      clearTimeout(late)
    }
  }

  /** Keeps the rules of all games in the reader's language, to be read without the server. */
  private keepRules(): void {
    for (const { name, rules } of this.info?.games ?? []) {
      if (rules.includes(locale.now)) void kept(`rules/${name}/${locale.now}`, () => api.rules(name, locale.now)).then((text) => keepPictures(name, text)).catch(() => undefined)
    }
  }

  async rename(name: string): Promise<void> {
    const answer = await api.rename(name)
    if (this.info) this.info = { ...this.info, name: answer.name }
  }

  /** What can be played here; until the server has answered, the games whose covers are part of the page. */
  get games(): readonly string[] {
    return this.info?.games.map(({ name }) => name) ?? coveredGames
  }

  game(name: string | undefined): GameInfo | undefined {
    return this.info?.games.find((game) => game.name === name)
  }

  /** The words that a game of another package brings along, in the reader's language. */
  words(game: string): GameWords | undefined {
    return this.game(game)?.words?.[locale.now]
  }
}

export const site = new SiteStore()
