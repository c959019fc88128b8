/** Who I am here, and what can be played: asked once, at the start. */
import { api, Problem } from './api'
import type { Site } from './protocol'

class Here {
  site = $state.raw<Site | null>(null)
  trouble = $state<string | null>(null)

  async load(): Promise<void> {
    try {
      this.site = await api.site()
      this.trouble = null
    } catch (error) {
      this.trouble = error instanceof Problem ? error.code : 'offline'
    }
  }

  async rename(name: string): Promise<void> {
    const answer = await api.rename(name)
    if (this.site) this.site = { ...this.site, name: answer.name }
  }
}

export const here = new Here()
