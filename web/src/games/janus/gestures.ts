/** The legal moves of Janus, by what is tapped or dragged. */

export interface Gestures {
  draw: boolean
  /** By card of another hand. */
  takes: Map<number, string>
  /** By card of my own hand. */
  discards: Map<number, string>
  end: boolean
}

export function gestures(legal: readonly string[]): Gestures {
  const found: Gestures = { draw: false, takes: new Map(), discards: new Map(), end: false }
  for (const move of legal) {
    const [verb, card] = move.split(' ')
    const tag = Number(card?.slice(1))
    if (verb === 'draw') found.draw = true
    else if (verb === 'end') found.end = true
    else if (verb === 'take') found.takes.set(tag, move)
    else if (verb === 'discard') found.discards.set(tag, move)
  }
  return found
}
