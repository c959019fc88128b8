/** What happened besides moves, in words. */
import type { Happening } from '../lib/happenings.svelte'
import type { Again, Match, Table } from '../lib/protocol'
import type { Session } from '../lib/session.svelte'
import { chairNames, REACTION } from '../lib/words'
import { m } from '../paraglide/messages.js'

/** Names by chair; my only chair is "you". */
function namesFor(table: Table): string[] {
  const mine = table.chairs.filter((chair) => chair.mine)
  return chairNames(table.chairs).map((name, i) => (mine.length === 1 && mine[0]?.chair === i + 1 ? '@you' : name))
}

export function inWords({ what, chair, reaction, before }: Happening, table: Table): string {
  const plain = chairNames(table.chairs)[chair - 1] ?? ''
  const player = namesFor(table)[chair - 1] ?? ''
  switch (what) {
    case 'undone':
      return m.page_told_undone({ player })
    case 'resigned':
      return table.chairs.length > 2 ? `${m.page_told_resigned({ player })} ${m.page_told_bot({ player })}` : m.page_told_resigned({ player })
    case 'clock':
      return `${m.page_told_clock({ player })} ${m.page_told_bot({ player })}`
    case 'left':
      return `${m.page_told_left({ player })} ${m.page_told_bot({ player })}`
    case 'back':
      return m.page_told_back({ player })
    case 'stop':
      return m.page_told_stop({ player })
    case 'away':
      return m.page_told_away({ player: plain })
    case 'here':
      return m.page_told_here({ player: plain })
    case 'sat':
      return m.page_told_sat({ player: plain })
    case 'renamed':
      return m.page_told_renamed({ before: before ?? '', name: plain })
    case 'reaction':
      return `${m.page_label({ what: plain })} ${reaction ? REACTION[reaction].say() : ''}`
  }
}

/** Who wants to go on after the end, and with what. */
export function wishes({ again, chairs, match }: Pick<Table, 'again' | 'chairs' | 'match'>): string[] {
  if (!again) return []
  const names = chairNames(chairs)
  const mine = new Set(chairs.filter((chair) => chair.mine).map(({ chair }) => chair))
  const say = (chair: number) => wish(chair, again, match, mine.has(chair) ? '@you' : (names[chair - 1] ?? ''))
  return [...again.fresh, ...again.same].filter((chair, i, all) => !mine.has(chair) || all.findIndex((one) => mine.has(one)) === i).map(say)
}

function wish(chair: number, again: Again, { number, rounds }: Match, player: string): string {
  if (again.same.includes(chair)) return m.page_told_same({ player })
  return number < rounds ? m.page_told_next({ player, number: number + 1, rounds }) : m.page_told_again({ player })
}

/** My chairs that may still ask for the end of a round that somebody has given up. */
export function undecidedChairs({ table, mine }: Session): number[] {
  return (table?.stop?.needed ?? []).filter((chair) => mine.includes(chair))
}

export function stopRound(session: Session): void {
  for (const chair of undecidedChairs(session)) void session.send({ type: 'stop', chair })
}
