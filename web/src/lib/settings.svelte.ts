/** The reader's own settings, remembered by the browser. */
import { save, saved } from './storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const
export type Theme = (typeof THEMES)[number]
export type Speed = (typeof SPEEDS)[number]

interface Settings {
  theme: Theme
  speed: Speed
  sounds: boolean
  notices: boolean
  shortcuts: boolean
}

const KEY = 'settings'
const DEFAULTS: Settings = { theme: 'auto', speed: 'normal', sounds: false, notices: false, shortcuts: true }
const SPEED_FACTOR: Record<Speed, number> = { off: 0, fast: 0.5, normal: 1, slow: 1.8 }

export function read(text: string | null): Settings {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Settings>
    return {
      theme: THEMES.find((theme) => theme === found.theme) ?? DEFAULTS.theme,
      speed: SPEEDS.find((speed) => speed === found.speed) ?? DEFAULTS.speed,
      sounds: found.sounds === true,
      notices: found.notices === true,
      shortcuts: found.shortcuts !== false,
    }
  } catch {
    return DEFAULTS
  }
}

export const settings = $state<Settings>(read(saved(KEY)))

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  save(KEY, JSON.stringify(settings))
  applyTheme()
}

export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = settings.theme
}

function prefersReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How long an animation takes at the chosen speed; 0 for readers who want no motion. */
export function duration(milliseconds: number): number {
  return prefersReducedMotion() ? 0 : milliseconds * SPEED_FACTOR[settings.speed]
}
