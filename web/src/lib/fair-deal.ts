/**
 * The arithmetic of fair deals (docs/fair-deals.md): the commitments, and the shuffle of docs/deals.md. What a window
 * keeps of a deal is in deal-witness.ts, what it checks in proof.ts. SHA-256 is bundled because pages served over plain http
 * have no `crypto.subtle`.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const SEED = 'rectoverso/seed/1'
const NONCE = 'rectoverso/nonce/1'
const FAIR = 'rectoverso/fair/1'
const DEAL = 'rectoverso/deal/1'
const SEATS = 'rectoverso/seats/1'
const ZERO = new Uint8Array([0])
const ONE = new Uint8Array([1])
const WORD_VALUES = 2 ** 32

const commitment = (domain: string, hex: string) =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(domain), ZERO, hexToBytes(hex))))

export const commitmentToSeed = (seed: string): string => commitment(SEED, seed)
export const commitmentToNonce = (nonce: string): string => commitment(NONCE, nonce)

export function newNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
}

function combinedSeed(seed: string, nonces: ReadonlyArray<string | null>): Uint8Array {
  const parts = nonces.flatMap((nonce) => (nonce === null ? [ZERO] : [ONE, hexToBytes(nonce)]))
  return sha256(concatBytes(utf8ToBytes(FAIR), ZERO, hexToBytes(seed), ...parts))
}

function eightBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number))
  return bytes
}

/** SHA-256 in counter mode, read as 32-bit words. */
function* randomWords(domain: string, seed: Uint8Array, number = 0): Generator<number, never> {
  const prefix = concatBytes(utf8ToBytes(domain), ZERO, seed, ZERO, eightBytes(number))
  for (let block = 0; ; block++) {
    const view = new DataView(sha256(concatBytes(prefix, eightBytes(block))).buffer)
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at)
  }
}

function below(source: Generator<number, never>, n: number): number {
  const limit = WORD_VALUES - (WORD_VALUES % n)
  let word = source.next().value
  while (word >= limit) word = source.next().value
  return word % n
}

/** As a record writes it: a number, or two faces `a/b`. */
export type Card = string | number

/** All pairs a/b whose places differ by at most `apart`, in ascending order. */
export function pairs(faces: readonly string[], apart: number): Card[] {
  return faces.flatMap((face, a) => faces.slice(a, a + apart + 1).map((other) => `${face}/${other}`))
}

/** Fisher–Yates, from the last one down. */
function shuffle<T>(things: T[], source: Generator<number, never>): void {
  for (let last = things.length - 1; last > 0; last--) {
    const other = below(source, last + 1)
    const thing = things[last] as T
    things[last] = things[other] as T
    things[other] = thing
  }
}

function shuffled(deck: readonly Card[], seed: Uint8Array, number = 0): Card[] {
  const source = randomWords(DEAL, seed, number)
  const cards = [...deck]
  shuffle(cards, source)
  return cards.map((card) => (isTwoFaced(card) && below(source, 2) ? turnedOver(card) : card))
}

const isTwoFaced = (card: Card): card is string => typeof card === 'string' && card.includes('/')
const turnedOver = (card: string) => card.split('/').reverse().join('/')

export function dealFrom(deck: readonly Card[], seed: string, nonces: ReadonlyArray<string | null>): string[] {
  return shuffled(deck, combinedSeed(seed, nonces)).map(String)
}

/** The deal of a puzzle, which anybody can know. */
export function puzzleDeal(deck: readonly Card[], number: number): string[] {
  return shuffled(deck, utf8ToBytes('puzzle'), number).map(String)
}

/** The deal of a day, which anybody can know. */
export function dailyDeal(deck: readonly Card[], date: string, number: number): string[] {
  return shuffled(deck, utf8ToBytes(`daily ${date}`), number).map(String)
}

/** By seat, the chair, drawn from the same numbers as the deal. */
export function seatsFrom(seed: string, nonces: ReadonlyArray<string | null>): number[] {
  const order = nonces.map((_, i) => i + 1)
  shuffle(order, randomWords(SEATS, combinedSeed(seed, nonces)))
  return order
}

/** The chairs by seat, a number of rounds later: the second seat becomes the first each time. */
export function movedOn(order: readonly number[], rounds: number): number[] {
  const first = order.length ? rounds % order.length : 0
  return [...order.slice(first), ...order.slice(0, first)]
}
