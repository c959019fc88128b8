/** The language of the page: the reader's choice, else the browser's. Messages change at once when it changes. */
import { isLocale, locales, overwriteGetLocale, overwriteSetLocale } from '../paraglide/runtime.js'
import type { Language } from './protocol'
import { save, saved } from './storage'

const KEY = 'language'

export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  de: 'Deutsch',
}

export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.split('-')[0]?.toLowerCase()
    if (isLocale(language)) return language
  }
  return locales[0]
}

function first(): Language {
  const chosen = saved(KEY)
  if (isLocale(chosen)) return chosen
  return preferred(typeof navigator === 'undefined' ? [] : navigator.languages)
}

let current = $state<Language>(first())

export const locale = {
  get now(): Language {
    return current
  },
  choose(language: Language): void {
    current = language
    save(KEY, language)
    announce()
  },
}

function announce(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current
}

export function startLocale(): void {
  overwriteGetLocale(() => current)
  overwriteSetLocale((language) => locale.choose(language as Language))
  announce()
}

const WHEN: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

/** The variant of the language that the browser asks for: en-GB writes dates differently from en-US. */
const own = () => navigator.languages.find((tag) => tag.startsWith(current)) ?? current

/** A day, YYYY-MM-DD, as the language writes it. */
export function day(date: string): string {
  return new Intl.DateTimeFormat(own(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))
}

/** A moment as the language writes it. */
export function moment(time: number): string {
  return new Intl.DateTimeFormat(own(), WHEN).format(time)
}

/** A share of 1 in whole per cent, as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(current, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}
