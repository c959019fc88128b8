/** What others did since my last move: which pieces they moved, and from where to where. */
import type { Entry, LogLine } from './protocol'

/** A move took this piece from one place to another. A place is a piece, or an element with `data-place`. */
export interface Step {
  piece: string
  from: string
  to: string
}

/**
 * What one player did to one piece. `from` is null where it stayed; `to` is the piece itself, or where it lay if others moved
 * it on; `laid` is where it was laid, which is all that can be shown of a piece that is not to be seen there.
 */
export interface Trace {
  seat: number
  piece: string
  from: string | null
  to: string
  laid: string
}

/** The lines since a seat's last move; for a watcher those of the last turn. */
export function linesSince(log: readonly LogLine[], seat: number | null): LogLine[] {
  const mover = log.at(-1)?.entry.seat
  const before = log.findLastIndex(({ entry }) => (seat === null ? entry.seat !== mover : entry.seat === seat))
  return log.slice(before + 1)
}

/** Lines of the log, one list for each turn. */
export function turns<Line extends { entry: { seat: number } }>(log: readonly Line[]): Line[][] {
  const found: Line[][] = []
  for (const line of log) {
    const last = found.at(-1)
    if (last && last[0]?.entry.seat === line.entry.seat) last.push(line)
    else found.push([line])
  }
  return found
}

/** What the moves did to each piece: several steps of one turn become one. */
export function tracesOf(entries: readonly Entry[], stepsOf: (entry: Entry) => Step[], piecesOf: (entry: Entry) => string[]): Trace[] {
  const traces: Trace[] = []
  for (const turn of turns(entries.map((entry) => ({ entry })))) {
    const begun = traces.length
    for (const { entry } of turn) {
      const steps = stepsOf(entry)
      const moved = new Set(steps.map(({ piece }) => piece))
      const stayed = piecesOf(entry).filter((piece) => !moved.has(piece))
      for (const step of [...steps, ...stayed.map((piece) => ({ piece, from: piece, to: piece }))]) add(traces, begun, entry.seat, step)
    }
  }
  return traces.map((trace, i) => settled(trace, traces.slice(i + 1)))
}

function add(traces: Trace[], begun: number, seat: number, { piece, from, to }: Step): void {
  const before = traces.findIndex((trace, i) => i >= begun && trace.piece === piece)
  const known = traces[before]
  if (!known) traces.push({ seat, piece, from: from === piece ? null : from, to, laid: to })
  else if (from !== piece) traces[before] = { ...known, from: known.from ?? from, to, laid: to }
}

/** A piece that nobody has moved since is shown where it lies; so is one that came back to where it was. */
function settled(trace: Trace, later: readonly Trace[]): Trace {
  const to = later.some(({ piece, from }) => piece === trace.piece && from !== null) ? trace.to : trace.piece
  return { ...trace, to, from: trace.from === trace.to ? null : trace.from }
}
