/** A seat's score in words: the length of its longest series (N6), or points (N7). */
import { m } from '../../paraglide/messages.js'

export function scoreWords(score: number, options: Record<string, unknown>): string {
  return options['scoring'] === 'points' ? m.player_points({ count: score }) : m.nummerus_longest({ count: score })
}
