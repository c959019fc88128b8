/** The options of the games in words: from our catalogue, else as the server calls them. */
import { catalogue } from './catalogue'
import type { OptionWords } from './protocol'
import { site } from './site.svelte'

type Value = string | number | boolean

const say = catalogue(import.meta.glob('../paraglide/messages/option_*.js', { eager: true }))

function fromServer(game: string, option: string): OptionWords | undefined {
  return site.words(game)?.options[option]
}

export function optionName(game: string, option: string): string {
  return say(`option_${option}`) ?? fromServer(game, option)?.name ?? option
}

export function optionHelp(game: string, option: string): string | undefined {
  return say(`option_${option}_help`) ?? fromServer(game, option)?.help ?? undefined
}

/** A number without a word of its own is counted: `option_<name>_count`. */
export function valueName(game: string, option: string, value: Value): string {
  const counted = typeof value === 'number' ? say(`option_${option}_count`, { count: value }) : undefined
  return say(`option_${option}_${value}`) ?? counted ?? fromServer(game, option)?.values[String(value)] ?? String(value)
}
