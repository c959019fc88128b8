/** Messages whose name depends on a value. Those that are named here cannot be missing: the page would not compile. */
import { m } from '../paraglide/messages.js'
import { catalogue } from './catalogue'
import { site } from './site.svelte'
import type { Chair, Level, Memory, Phase, Reaction } from './protocol'

const say = catalogue(import.meta.glob('../paraglide/messages/*_{title,pitch,begins}.js', { eager: true }))

/** A game of another package brings its own words; the server sends them. A variant may have a title of its own. */
export function gameName(game: string, options: Record<string, unknown> = {}): string {
  const variant = Object.keys(options).find((name) => options[name] === true)
  const title = variant ? say(`${game}_${variant}_title`) : undefined
  return title ?? site.words(game)?.title ?? say(`${game}_title`) ?? site.game(game)?.title ?? game
}

/** Who begins by the booklet, where it says so. */
export function whoBegins(game: string): string | undefined {
  return say(`${game}_begins`)
}

/** What the game is about, in a sentence. */
export function gamePitch(game: string): string {
  return site.words(game)?.pitch ?? say(`${game}_pitch`) ?? ''
}

export const LEVEL: Record<Level, () => string> = {
  novice: m.level_novice,
  casual: m.level_casual,
  club: m.level_club,
  expert: m.level_expert,
  master: m.level_master,
}

export const LEVEL_HELP: Record<Level, () => string> = {
  novice: m.level_novice_help,
  casual: m.level_casual_help,
  club: m.level_club_help,
  expert: m.level_expert_help,
  master: m.level_master_help,
}

export const MEMORY: Record<Memory, () => string> = {
  table: m.option_memory_table,
  notes: m.option_memory_notes,
}

export const PHASE: Record<Phase, () => string> = {
  waiting: m.page_phase_waiting,
  committing: m.page_phase_dealing,
  opening: m.page_phase_dealing,
  playing: m.page_phase_playing,
  over: m.page_phase_over,
  void: m.page_phase_void,
}

export const REACTION: Record<Reaction, { sign: string; say: () => string }> = {
  hello: { sign: '👋', say: m.reaction_hello },
  thanks: { sign: '🙏', say: m.reaction_thanks },
  'well-played': { sign: '👏', say: m.reaction_well_played },
  'good-luck': { sign: '🍀', say: m.reaction_good_luck },
  oops: { sign: '😅', say: m.reaction_oops },
  thinking: { sign: '🤔', say: m.reaction_thinking },
  'your-turn': { sign: '⏳', say: m.reaction_your_turn },
  'good-game': { sign: '🏛️', say: m.reaction_good_game },
  'nice-move': { sign: '👌', say: m.reaction_nice_move },
  wow: { sign: '😮', say: m.reaction_wow },
  sorry: { sign: '🙈', say: m.reaction_sorry },
  unlucky: { sign: '🎲', say: m.reaction_unlucky },
  'take-your-time': { sign: '☕', say: m.reaction_take_your_time },
  'back-soon': { sign: '🚪', say: m.reaction_back_soon },
  bye: { sign: '🌙', say: m.reaction_bye },
}

type Named = Pick<Chair, 'chair' | 'kind' | 'name' | 'level' | 'taken'>

/** A person who has deleted themselves is "a guest" to the server, and to readers in their language. */
export function personName(name: string): string {
  return name === 'a guest' ? m.player_deleted() : name
}

/** What a chair is called: by its person's name, also while a bot plays for them, or by the level of its bot. */
export function chairName(chair: Named): string {
  if (chair.name) return personName(chair.name)
  if (chair.kind === 'bot' && chair.level) return m.player_bot({ level: LEVEL[chair.level]() })
  return chair.taken ? m.player_seat({ seat: chair.chair }) : m.player_open({ seat: chair.chair })
}

/** Bots of the same level at one table are numbered. */
export function chairNames(chairs: readonly Named[]): string[] {
  return numberDuplicates(chairs.map(chairName))
}

/** Names that occur more than once get a number. */
export function numberDuplicates(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const alike = names.flatMap((other, j) => (other === name ? [j] : []))
    return alike.length > 1 ? `${name} ${alike.indexOf(i) + 1}` : name
  })
}

/** Who sits at a table: people by name, bots counted by level. */
export function whoPlays(names: ReadonlyArray<string | null>, levels: ReadonlyArray<Level | null>): string {
  const bots = new Map<Level, number>()
  for (const [i, level] of levels.entries()) if (level && names[i] == null) bots.set(level, (bots.get(level) ?? 0) + 1)
  const machines = [...bots].map(([level, count]) => {
    const what = m.player_bot({ level: LEVEL[level]() })
    return count > 1 ? m.page_several({ count, what }) : what
  })
  return joinNames([...names.filter((name) => name !== null).map(personName), ...machines])
}

export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : m.player_and({ first: names.slice(0, -1).join(', '), last })
}
