/** The legal moves of Titus, by what is tapped or dragged. Groups are named by their lowest coin. */

export interface Gestures {
  draw: boolean
  place: boolean
  /** By point card: its series' top coin may be taken. */
  takes: Map<number, string>
  /** By a group's lowest coin: the coin in the hand may join it. */
  joins: Map<number, string>
  /** By coin: another player's independent coin that can be got for the one in the hand. */
  swaps: Map<number, string>
  scores: Map<number, string>
  /** By the upper group: by the lower group, the move that puts it there. */
  merges: Map<number, Map<number, string>>
}

const tag = (text: string | undefined) => Number(text?.slice(1))

export function gestures(legal: readonly string[]): Gestures {
  const found: Gestures = {
    draw: legal.includes('draw'),
    place: legal.includes('place'),
    takes: new Map(),
    joins: new Map(),
    swaps: new Map(),
    scores: new Map(),
    merges: new Map(),
  }
  for (const move of legal) {
    const [verb, first, second] = move.split(' ')
    if (verb === 'take') found.takes.set(Number(first), move)
    else if (verb === 'join') found.joins.set(tag(first), move)
    else if (verb === 'swap') found.swaps.set(tag(first), move)
    else if (verb === 'score') found.scores.set(tag(first), move)
    else if (verb === 'merge') {
      const onto = found.merges.get(tag(second)) ?? new Map<number, string>()
      found.merges.set(tag(second), onto.set(tag(first), move))
    }
  }
  return found
}

/** Where the coin in the hand may be dropped. */
export function handDrops({ place, joins, swaps }: Gestures): Map<string, string> {
  const drops = new Map<string, string>()
  if (place) drops.set('reserve', 'place')
  for (const [group, move] of joins) drops.set(`group-${group}`, move)
  for (const [coin, move] of swaps) drops.set(`coin-${coin}`, move)
  return drops
}

/** What a tap on a coin means: to put the coin in the hand there, or to score the group. */
export type Tap = 'join' | 'score'

/** All places where the coin in the hand could be dropped, by groups of one's own and coins of others. */
export function handAttempts(groups: readonly number[], coins: readonly number[]): Map<string, string> {
  return new Map([
    ...groups.map((group) => [`group-${group}`, `join #${group}`] as const),
    ...coins.map((coin) => [`coin-${coin}`, `swap #${coin}`] as const),
  ])
}

/** All places where a group could be dropped; `groups` are one's own by their lowest number, this one included. */
export function groupAttempts(groups: readonly number[], lowest: number): Map<string, string> {
  const place = groups.indexOf(lowest)
  const merges = groups.flatMap((other, i) =>
    other === lowest ? [] : [[`group-${other}`, i < place ? `merge #${other} #${lowest}` : `merge #${lowest} #${other}`] as const],
  )
  return new Map([...merges, ['stack', `score #${lowest}`]])
}

/** Where a group may be dropped: on a group it continues, or that continues it; on the point cards. */
export function groupDrops({ merges, scores }: Gestures, lowest: number): Map<string, string> {
  const drops = new Map<string, string>()
  for (const [upper, onto] of merges) {
    for (const [lower, move] of onto) {
      if (upper === lowest) drops.set(`group-${lower}`, move)
      else if (lower === lowest) drops.set(`group-${upper}`, move)
    }
  }
  const score = scores.get(lowest)
  if (score !== undefined) drops.set('stack', score)
  return drops
}
