/** Who I am here, and what can be played: asked once, when the page starts. */
import { coveredGames } from '../games/discovery'
import { api, errorCode } from './api'
import { locale } from './locale.svelte'
import type { GameInfo, GameWords, Site } from './protocol'
import { readiness } from './readiness.svelte'

class SiteStore {
  info = $state.raw<Site | null>(null)
  error = $state<string | null>(null)

  async load(): Promise<void> {
    try {
      this.info = await api.site()
      this.error = null
      readiness.follow(this.info.ready_in)
    } catch (error) {
      this.error = errorCode(error)
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
