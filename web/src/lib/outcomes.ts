/** How a game of mine ended, in few words, and who sat there. */
import { m } from '../paraglide/messages.js'
import type { MyTable } from './protocol'
import { joinNames, numberDuplicates, personName, whoPlays } from './words'

const inBrackets = (scores: readonly number[]) => `(${scores.join(' : ')})`

/** With the scores, mine first; undefined while it is not over. What is left in a solitaire is said by its game. */
export function outcome({ phase, ranks, played, chairs, names, setup }: MyTable, left?: (game: string, score: number) => string): string | undefined {
  const last = played.at(-1)
  if (phase !== 'over' || !last) return
  if (setup.players < 2) return left?.(setup.game, last.scores[0] ?? 0)
  if (!ranks) return `${m.page_round({ number: last.round, rounds: setup.rounds ?? 1 })} · ${m.page_phase_over()}`
  const me = (chairs[0] ?? 1) - 1
  const words = chairs.length > 1 ? winners(names, ranks) : mine(ranks, me)
  const scores = chairs.length > 1 ? last.scores : [last.scores[me] ?? 0, ...last.scores.filter((_, i) => i !== me)]
  return setup.rounds === 1 ? `${words} ${inBrackets(scores)}` : words
}

function mine(ranks: readonly number[], me: number): string {
  const rank = ranks[me] ?? 1
  if (rank > 1) return ranks.length === 2 ? m.page_lost() : m.page_place({ rank, players: ranks.length })
  return ranks.filter((other) => other === 1).length > 1 ? m.page_tied() : m.page_won()
}

/** Several people at one device: nobody of them is "me". */
function winners(names: MyTable['names'], ranks: readonly number[]): string {
  const called = numberDuplicates(names.map((name, i) => (name === null ? m.player_seat({ seat: i + 1 }) : personName(name))))
  return m.page_won_by({ players: joinNames(called.filter((_, i) => ranks[i] === 1)) })
}

/** With whom: the others, and how many seats are free; at one device everybody. */
export function company({ names, levels, chairs }: MyTable): string {
  const notMine = <T,>(all: T[]) => all.filter((_, i) => !chairs.includes(i + 1))
  const [theirs, bots] = [notMine(names), notMine(levels)]
  const free = theirs.filter((name, i) => name === null && bots[i] === null).length
  const who = whoPlays(theirs, bots)
  const parts = [who && m.page_with({ players: who }), free ? m.page_seats_free({ count: free }) : ''].filter(Boolean)
  if (parts.length) return parts.join(' · ')
  if (chairs.length < 2) return m.game_solitaire()
  return [m.page_company_here(), whoPlays(names, levels)].filter(Boolean).join(' · ')
}
