/** Single keys at a table. Each clicks or focuses what carries it as `data-key`. */
import { m } from '../paraglide/messages.js'
import { settings } from './settings.svelte'

export const SHORTCUTS: Record<string, () => string> = {
  '?': m.page_shortcut_list,
  b: m.page_shortcut_board,
  '↑↓←→': m.page_shortcut_arrows,
  e: m.page_shortcut_end,
  u: m.page_undo,
  h: m.page_hint,
  a: m.page_show_again,
  r: m.page_rules,
  l: m.page_shortcut_log,
  t: m.page_react,
  m: m.page_menu,
  s: m.page_settings,
}

/** The shortcut that a key press means; null while somebody types, a dialog is open, or shortcuts are off. */
export function shortcutOf(event: KeyboardEvent): string | null {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  const target = event.target as Element | null
  if (target?.closest('input, select, textarea, [contenteditable]') || document.querySelector('dialog[open]')) return null
  const key = event.key.toLowerCase()
  return key in SHORTCUTS ? key : null
}

/** Does what a shortcut says, if it is offered now. */
export function follow(key: string, root: ParentNode): boolean {
  const selector = key === 'b' ? '[data-move]' : key === 'l' ? '[data-line]:last-of-type button, .log [tabindex="0"]' : `[data-key="${key}"]`
  const target = [...root.querySelectorAll<HTMLElement>(selector)].at(key === 'l' ? -1 : 0)
  if (!target) return false
  if (key === 'b' || key === 'l') target.focus()
  else target.click()
  return true
}
