/** What a reader may set for himself: remembered by the browser. */
import { keep, kept } from './storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export const SPEEDS = ['off', 'fast', 'normal', 'slow'] as const
export type Theme = (typeof THEMES)[number]
export type Speed = (typeof SPEEDS)[number]

interface Settings {
  theme: Theme
  speed: Speed
  sounds: boolean
  notices: boolean
}

const KEY = 'settings'
const FRESH: Settings = { theme: 'auto', speed: 'normal', sounds: false, notices: false }
const PACE: Record<Speed, number> = { off: 0, fast: 0.5, normal: 1, slow: 1.8 }

export function read(text: string | null): Settings {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Settings>
    return {
      theme: THEMES.find((theme) => theme === found.theme) ?? FRESH.theme,
      speed: SPEEDS.find((speed) => speed === found.speed) ?? FRESH.speed,
      sounds: found.sounds === true,
      notices: found.notices === true,
    }
  } catch {
    return FRESH
  }
}

export const settings = $state<Settings>(read(kept(KEY)))

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  keep(KEY, JSON.stringify(settings))
  applyTheme()
}

export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = settings.theme
}

function calm(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How long an animation of so many milliseconds takes here: nothing at all for who wants no motion. */
export function duration(milliseconds: number): number {
  return calm() ? 0 : milliseconds * PACE[settings.speed]
}
