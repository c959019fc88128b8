/**
 * Fair deals, checked by the reader's own machine (docs/fair-deals.md): commitments, and the shuffle of docs/deals.md
 * again. SHA-256 is bundled because pages on plain http have no `crypto.subtle`.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { GameRecord } from './api'

const SEED = 'rectoverso/seed/1'
const NONCE = 'rectoverso/nonce/1'
const FAIR = 'rectoverso/fair/1'
const DEAL = 'rectoverso/deal/1'
const ZERO = new Uint8Array([0])
const ONE = new Uint8Array([1])
const WORDS = 2 ** 32

const bound = (domain: string, hex: string) =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(domain), ZERO, hexToBytes(hex))))

export const commitmentToSeed = (seed: string): string => bound(SEED, seed)
export const commitmentToNonce = (nonce: string): string => bound(NONCE, nonce)

export function newNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
}

function mixed(seed: string, nonces: ReadonlyArray<string | null>): Uint8Array {
  const parts = nonces.flatMap((nonce) => (nonce === null ? [ZERO] : [ONE, hexToBytes(nonce)]))
  return sha256(concatBytes(utf8ToBytes(FAIR), ZERO, hexToBytes(seed), ...parts))
}

function eightBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number))
  return bytes
}

/** SHA-256 in counter mode, read as 32-bit words. */
function* words(domain: string, seed: Uint8Array): Generator<number, never> {
  const prefix = concatBytes(utf8ToBytes(domain), ZERO, seed, ZERO, eightBytes(0))
  for (let block = 0; ; block++) {
    const view = new DataView(sha256(concatBytes(prefix, eightBytes(block))).buffer)
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at)
  }
}

function below(source: Generator<number, never>, n: number): number {
  const limit = WORDS - (WORDS % n)
  let word = source.next().value
  while (word >= limit) word = source.next().value
  return word % n
}

type Card = [string, string] | number

/** All pairs a ≤ b whose places differ by at most `apart`, in ascending order. */
function pairs(faces: readonly string[], apart: number): Card[] {
  return faces.flatMap((face, a) => faces.slice(a, a + apart + 1).map((other): Card => [face, other]))
}

const NUMBERS = Array.from({ length: 19 }, (_, i) => String(i + 1))
const DECKS: Record<string, () => Card[]> = {
  titus: () => pairs(NUMBERS, 2),
  janus: () => pairs([...'ABCDEFGHIJK'], 10),
  nummerus: () => Array.from({ length: 49 }, (_, number) => number),
}

function shuffled(deck: Card[], seed: Uint8Array): Card[] {
  const source = words(DEAL, seed)
  const cards = [...deck]
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(source, last + 1)
    const card = cards[last] as Card
    cards[last] = cards[other] as Card
    cards[other] = card
  }
  return cards.map((card) => (typeof card !== 'number' && below(source, 2) ? [card[1], card[0]] : card))
}

const written = (card: Card) => (typeof card === 'number' ? String(card) : card.join('/'))

export function dealFrom(game: string, seed: string, nonces: ReadonlyArray<string | null>): string[] {
  const deck = DECKS[game]
  if (!deck) throw new Error(`no deck for ${game}`)
  return shuffled(deck(), mixed(seed, nonces)).map(written)
}

/** What is checked, in this order. */
export interface Findings {
  /** The seed is the one the server had committed to before anybody opened a nonce. */
  seed: boolean
  /** My own numbers went into it; null: this window drew none. */
  nonces: boolean | null
  /** Every card of the deal follows from these numbers. */
  deal: boolean
}

/** `promised`: the commitment this window saw before the deal; `mine`: the nonces it drew. */
export function check(record: GameRecord, promised: string | null, mine: readonly string[]): Findings {
  const proof = record.proof
  if (!proof || proof.scheme !== 1) return { seed: false, nonces: null, deal: false }
  const deal = dealFrom(record.game, proof.seed, proof.nonces)
  return {
    seed: commitmentToSeed(proof.seed) === proof.commitment && (promised ?? proof.commitment) === proof.commitment,
    nonces: mine.length ? mine.every((nonce) => proof.nonces.includes(nonce)) : null,
    deal: deal.length === record.deal.length && deal.every((card, place) => card === String(record.deal[place])),
  }
}
