/** The options of the games in words: `option_<name>…` of our catalogue, or what another package brings for its game. */
import { catalogue } from './catalogue'
import type { OptionWords } from './protocol'
import { site } from './site.svelte'

type Value = string | number | boolean

const say = catalogue(import.meta.glob('../paraglide/messages/option_*.js', { eager: true }))

function broughtAlong(game: string, option: string): OptionWords | undefined {
  return site.words(game)?.options[option]
}

export function optionName(game: string, option: string): string {
  return broughtAlong(game, option)?.name ?? say(`option_${option}`) ?? option
}

export function optionHelp(game: string, option: string): string | undefined {
  return broughtAlong(game, option)?.help ?? say(`option_${option}_help`)
}

/** A number without a word of its own is counted: `option_<name>_count`. */
export function valueName(game: string, option: string, value: Value): string {
  const own = broughtAlong(game, option)?.values[String(value)] ?? say(`option_${option}_${String(value).replaceAll('-', '_')}`)
  const counted = typeof value === 'number' ? say(`option_${option}_count`, { count: value }) : undefined
  return own ?? counted ?? String(value)
}
