/** Checks the proof of a record against what this window saw (docs/fair-deals.md). Nothing in a record is believed. */
import { OFFLINE, Problem, type Draw, type GameRecord, type Proof } from './api'
import { commitmentToNonce, commitmentToSeed, dailyDeal, dealFrom, movedOn, puzzleDeal, seatsFrom, type Card } from './fair-deal'
import { SCHEME, type Breach, type SeenFace, type Testimony, type Witness } from './deal-witness'

/** What is checked, in this order. */
export type Check = 'seed' | 'nonces' | 'own' | 'draws' | 'deal' | 'seats' | 'game' | 'rounds'

/** Why a check failed, or why it proves nothing to this window. */
export type Reason =
  | Breach
  | 'no-proof'
  | 'seed-mismatch'
  | 'nonce-mismatch'
  | 'nonce-missing'
  | 'own-missing'
  | 'own-late'
  | 'draws-differ'
  | 'deal-mismatch'
  | 'other-deal'
  | 'seats-mismatch'
  | 'other-moves'
  | 'other-faces'
  | 'round-missing'
  | 'unseen'
  | 'old-scheme'
  | 'own-elsewhere'
  | 'own-none'
  | 'nobody'
  | 'public-deal'

export interface Finding {
  check: Check
  /** null: neither proved nor disproved. */
  good: boolean | null
  reason?: Reason
  /** Whom it is about. */
  chairs?: number[]
}

const OLD_SCHEME = 1
/** The answers of a server that has no record of a round. Others pass, such as that it is busy. */
const NO_RECORD = ['not-found', 'no-such-table']
const NUMBER = /^[0-9a-f]{64}$/

type Outcome = Omit<Finding, 'check'>
const GOOD: Outcome = { good: true }
const bad = (reason: Reason, chairs?: number[]): Outcome => ({ good: false, reason, ...(chairs ? { chairs } : {}) })
const open = (reason: Reason): Outcome => ({ good: null, reason })

/** `deck`: the page's own, where it knows the game. */
export function checkRecord(record: GameRecord, deck: readonly Card[], seen: Testimony | null): Finding[] {
  try {
    return found(record, deck, seen)
  } catch {
    return [{ check: 'seed', ...bad('no-proof') }]
  }
}

function found(record: GameRecord, deck: readonly Card[], seen: Testimony | null): Finding[] {
  const proof = record.proof
  const downgraded = proof?.scheme === OLD_SCHEME && seen !== null && seen.scheme > OLD_SCHEME
  if (!proof || downgraded || ![OLD_SCHEME, SCHEME].includes(proof.scheme)) return [{ check: 'seed', ...bad('no-proof') }]
  if (seen && !asOpened(proof, seen)) return [{ check: 'deal', ...bad('other-deal') }]
  if (proof.daily) return publicDeal(record, proof.daily, deck, seen)
  const old = proof.scheme === OLD_SCHEME
  const draws = drawsOf(proof, record.players)
  const outcomes: Array<[Check, Outcome | null]> = [
    ['seed', checkSeeds(draws, seen)],
    ['nonces', old ? open('old-scheme') : checkNonces(draws, seen)],
    ['own', checkOwn(draws, seen)],
    ['draws', old ? null : checkDraws(draws, seen)],
    ['deal', checkDeal(record, proof, deck, seen)],
    ['seats', old ? open('old-scheme') : checkSeats(proof, record.players, seen)],
    ['game', checkGame(record, seen)],
  ]
  return outcomes.flatMap(([check, outcome]) => (outcome ? [{ check, ...outcome }] : []))
}

/** Only a table that was opened for the public deal of a day may have it. */
function asOpened({ daily }: Proof, seen: Testimony): boolean {
  return (daily?.date ?? null) === seen.opened.daily && (daily?.puzzle ?? false) === seen.opened.puzzle
}

/** A deal that follows from a date: it is checked, but it proves nothing about who could know it. */
function publicDeal(record: GameRecord, daily: NonNullable<Proof['daily']>, deck: readonly Card[], seen: Testimony | null): Finding[] {
  const deal = daily.puzzle ? puzzleDeal(deck, daily.number) : dailyDeal(deck, daily.date, daily.number)
  const follows = record.players === 1 && same(deal, record.deal.map(String))
  const game = checkGame(record, seen)
  return [{ check: 'deal', ...(follows ? open('public-deal') : bad('deal-mismatch')) }, ...(game ? [{ check: 'game' as const, ...game }] : [])]
}

function drawsOf(proof: Proof, players: number): Draw[] {
  const { commitment, seed, nonces } = proof
  const commitments = proof.commitments ?? nonces.map((nonce) => nonce && commitmentToNonce(nonce))
  const draws = [...(proof.abandoned ?? []), { commitment, seed, nonces, commitments }]
  const fits = draws.every((draw) => draw.nonces.length === players && draw.commitments.length === players)
  const kept = proof.seats?.draw ? [...draws, proof.seats.draw] : draws
  const numbers = kept.flatMap((draw) => [draw.commitment, draw.seed, ...draw.commitments, ...draw.nonces])
  if (!numbers.every((number) => number === null || NUMBER.test(number))) throw new Error('not a proof')
  if (!fits || (proof.scheme === SCHEME && !proof.commitments)) throw new Error('not a proof')
  return draws
}

const same = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>) =>
  one.length === other.length && one.every((item, i) => item === other[i])

/** The chairs of which something is true. */
const chairsThat = (draw: Draw, true_: (nonce: string | null, commitment: string | null) => boolean) =>
  draw.nonces.flatMap((nonce, i) => (true_(nonce, draw.commitments[i] ?? null) ? [i + 1] : []))
const unopenedIn = (draw: Draw) => chairsThat(draw, (nonce, commitment) => nonce === null && commitment !== null)
const mismatchedIn = (draw: Draw) =>
  chairsThat(draw, (nonce, commitment) => nonce !== null && commitmentToNonce(nonce) !== commitment)

const broke = (seen: Testimony | null, breach: Breach) => seen?.breaches.includes(breach) ?? false
/** What this window saw of the draw that counts. */
const lastSeen = (draws: readonly Draw[], seen: Testimony | null) => seen?.draws[draws.length - 1] ?? null

/** The server used the seeds that it had announced. */
function checkSeeds(draws: readonly Draw[], seen: Testimony | null): Outcome {
  const changed = draws.some(({ commitment }, i) => (seen?.draws[i]?.commitment ?? commitment) !== commitment)
  if (changed || broke(seen, 'announcement-changed')) return bad('announcement-changed')
  if (broke(seen, 'no-draw')) return bad('no-draw')
  if (draws.some(({ seed, commitment }) => commitmentToSeed(seed) !== commitment)) return bad('seed-mismatch')
  return lastSeen(draws, seen) ? GOOD : open('unseen')
}

/** All chairs used the nonces that they had committed to. */
function checkNonces(draws: readonly Draw[], seen: Testimony | null): Outcome {
  const changed = draws.some(({ commitments }, i) => !same(seen?.draws[i]?.commitments ?? commitments, commitments))
  if (changed || broke(seen, 'commitments-changed')) return bad('commitments-changed')
  const mismatched = draws.flatMap(mismatchedIn)
  if (mismatched.length) return bad('nonce-mismatch', mismatched)
  const last = draws.at(-1) as Draw
  const missing = unopenedIn(last)
  if (missing.length) return bad('nonce-missing', missing)
  if (last.nonces.every((nonce) => nonce === null)) return open('nobody')
  return lastSeen(draws, seen)?.commitments ? GOOD : open('unseen')
}

/** My own nonces went into it. */
function checkOwn(draws: readonly Draw[], seen: Testimony | null): Outcome | null {
  if (broke(seen, 'own-replaced')) return bad('own-replaced')
  for (const [i, draw] of draws.slice(0, -1).entries()) {
    const mine = seen?.draws[i]
    const blamed = unopenedIn(draw).filter((chair) => mine?.sent.includes(chair))
    if (blamed.some((chair) => mine?.opened.includes(chair))) return bad('falsely-blamed', blamed)
    if (blamed.length) return bad('own-late', blamed)
  }
  const last = draws.at(-1) as Draw
  const mine = lastSeen(draws, seen)
  if (!mine) return addedElsewhere(last, seen)
  const drawn = Object.keys(mine.nonces).map(Number)
  const unused = drawn.filter((chair) => last.nonces[chair - 1] !== mine.nonces[chair])
  const known = unused.filter((chair) => mine.confirmed.includes(chair) || mine.sent.includes(chair))
  if (known.length) return bad('own-missing', known)
  // A commitment that never arrived told the server nothing.
  if (unused.some((chair) => last.commitments[chair - 1] === null)) return open('own-late')
  return drawn.length > unused.length ? GOOD : addedElsewhere(last, seen)
}

/** This window added no nonce: did another one with my chair? */
function addedElsewhere(last: Draw, seen: Testimony | null): Outcome | null {
  if (!seen?.mine.length) return null
  return open(seen.mine.some((chair) => last.nonces[chair - 1] != null) ? 'own-elsewhere' : 'own-none')
}

/** Draws were abandoned only where somebody did not open, and that chair then stood aside. */
function checkDraws(draws: readonly Draw[], seen: Testimony | null): Outcome | null {
  const abandoned = draws.slice(0, -1).map(unopenedIn)
  if (seen?.draws.length && seen.draws.length !== draws.length) return bad('draws-differ')
  const told = seen?.unopened ?? []
  if (told.some((chairs, i) => !same(chairs, abandoned[i] ?? []))) return bad('draws-differ')
  if (broke(seen, 'falsely-blamed')) return bad('falsely-blamed')
  const tookPart = draws.map((draw) => chairsThat(draw, (_, commitment) => commitment !== null))
  const again = abandoned.some((chairs, i) => tookPart.slice(i + 1).flat().some((chair) => chairs.includes(chair)))
  if (again || abandoned.some((chairs) => !chairs.length) || broke(seen, 'redraw-unexplained')) return bad('redraw-unexplained')
  return abandoned.length ? { good: true, chairs: abandoned.flat() } : null
}

/** Every card follows from the numbers. */
function checkDeal(record: GameRecord, proof: Proof, deck: readonly Card[], seen: Testimony | null): Outcome {
  if (broke(seen, 'same-deal-unasked')) return bad('same-deal-unasked')
  if (broke(seen, 'other-deal-again')) return bad('other-deal-again')
  const again = (proof.again ?? null) === (seen ? seen.again : (proof.again ?? null))
  const dealt = record.deal.map(String)
  return again && same(dealFrom(deck, proof.seed, proof.nonces), dealt) ? GOOD : bad('deal-mismatch')
}

/** The order of the chairs follows from the numbers, or from how the table was opened. */
function checkSeats(proof: Proof, players: number, seen: Testimony | null): Outcome {
  if (broke(seen, 'seats-changed')) return bad('seats-changed')
  const promised = promisedSeats(proof, players)
  if (!promised || !proof.order || !same(proof.order, promised)) return bad('seats-mismatch')
  if (seen && !seatsAsSeen(proof, proof.order, seen)) return bad('seats-mismatch')
  return seen && !seen.before && proof.seats?.draw ? open('unseen') : GOOD
}

function promisedSeats(proof: Proof, players: number): number[] | null {
  const { by, moved_on = 0, draw } = proof.seats ?? {}
  if (by === 'fixed') return movedOn(Array.from({ length: players }, (_, i) => i + 1), moved_on)
  if (by !== 'drawn' || (draw === undefined) !== (moved_on === 0)) return null
  if (!draw) return seatsFrom(proof.seed, proof.nonces)
  const kept = commitmentToSeed(draw.seed) === draw.commitment && !mismatchedIn(draw).length && !unopenedIn(draw).length
  return kept && draw.nonces.length === players ? movedOn(seatsFrom(draw.seed, draw.nonces), moved_on) : null
}

/** In a match the first seat moves on by one each round; so it does at a table where seats are not drawn. The same deal keeps them. */
function seatsAsSeen(proof: Proof, order: readonly number[], seen: Testimony): boolean {
  const { by, moved_on = 0 } = proof.seats ?? {}
  const { randomSeats, firstChair } = seen.opened
  if (seen.order && !same(seen.order, order)) return false
  if (by !== (randomSeats ? 'drawn' : 'fixed')) return false
  if (seen.again !== null) return !seen.before || same(order, seen.before)
  if (randomSeats && moved_on !== seen.number - 1) return false
  if (randomSeats && moved_on === 0) return true
  if (!randomSeats && seen.round === 1) return order[0] === firstChair
  return !seen.before || same(order, movedOn(seen.before, 1))
}

/** The record is of the game that this window saw. */
function checkGame(record: GameRecord, seen: Testimony | null): Outcome | null {
  if (!seen?.moves) return null
  if (seen.over && !same(seen.moves, record.moves)) return bad('other-moves')
  const deal = record.deal.map((card) => String(card).split('/'))
  const fits = ({ place, face, up }: SeenFace) => (up ? deal[place]?.[0] === face : (deal[place]?.includes(face) ?? false))
  return seen.faces.every(fits) ? GOOD : bad('other-faces')
}

/** Checks a finished round, and that no round before it was dropped after its draw. `get` asks for records. */
export async function checkRound(
  round: number,
  witness: Witness,
  deck: readonly Card[],
  get: (round: number) => Promise<GameRecord>,
): Promise<Finding[]> {
  const given = (asked: number, refusal: (code: string) => boolean) =>
    get(asked).catch((error: unknown) => {
      if (error instanceof Problem && refusal(error.code)) return null
      throw error
    })
  const record = await given(round, (code) => NO_RECORD.includes(code))
  const findings: Finding[] = record
    ? checkRecord(record, deck, witness.testimony(round))
    : [{ check: 'seed', ...bad('no-proof') }]
  for (const earlier of witness.unfinished(round)) {
    const seen = witness.testimony(earlier)
    const other = broke(seen, 'round-missing') ? null : await given(earlier, (code) => code !== OFFLINE)
    const fine = other && checkRecord(other, deck, seen).every(({ good }) => good !== false)
    if (!fine) return [...findings, { check: 'rounds', ...bad('round-missing') }]
  }
  return findings
}
