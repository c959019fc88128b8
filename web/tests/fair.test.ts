import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { GameRecord } from '../src/lib/api'
import { deck as janus } from '../src/games/janus/deck'
import { deck as nummerus } from '../src/games/nummerus/deck'
import { deck as titus } from '../src/games/titus/deck'
import { checkDeal, commitmentToNonce, commitmentToSeed, dealFrom } from '../src/lib/fair'

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname
const SEED = '11'.repeat(32)
const DECKS = { titus, janus, nummerus }
const NONCES = ['22'.repeat(32), null, '33'.repeat(32)]

/** What the server's own code makes of the same secrets. */
const SERVER = `
import json, sys
from rectoverso.games import game_named
from rectoverso.table import fair
seed, nonces = json.loads(sys.argv[1])
deals = {}
for name in ("titus", "janus", "nummerus"):
    game = game_named(name)
    deals[name] = [str(game.write_card(int(card))) for card in fair.deal(game, seed, nonces)]
print(json.dumps({"deals": deals, "seed": fair.commitment_to_seed(seed), "nonce": fair.commitment_to_nonce(nonces[0])}))
`
const server = JSON.parse(
  execFileSync(PYTHON, ['-c', SERVER, JSON.stringify([SEED, NONCES])], { encoding: 'utf8' }),
) as { deals: Record<string, string[]>; seed: string; nonce: string }

function record(changes: Partial<GameRecord> = {}): GameRecord {
  const proof = { scheme: 1, commitment: commitmentToSeed(SEED), seed: SEED, nonces: NONCES }
  return { game: 'titus', players: 3, deal: dealFrom(titus, SEED, NONCES), moves: [], proof, ...changes }
}

describe('the deal, repeated in the browser', () => {
  test.each(Object.entries(DECKS))('%s: card by card what the server deals', (game, deck) => {
    expect(dealFrom(deck, SEED, NONCES)).toEqual(server.deals[game])
  })

  test('commitments equal the server’s', () => {
    expect(commitmentToSeed(SEED)).toBe(server.seed)
    expect(commitmentToNonce(NONCES[0] ?? '')).toBe(server.nonce)
  })

  test('a fair record passes', () => {
    expect(checkDeal(record(), titus, commitmentToSeed(SEED), [NONCES[0] ?? ''])).toEqual({ seed: true, nonces: true, deal: true })
  })

  test('a window that contributed no number makes no claim about numbers', () => {
    expect(checkDeal(record(), titus, null, []).nonces).toBe(null)
  })

  test('a seed that is not the committed one is detected', () => {
    expect(checkDeal(record(), titus, commitmentToSeed('44'.repeat(32)), []).seed).toBe(false)
  })

  test('a contributed number that was left out is detected', () => {
    expect(checkDeal(record(), titus, null, ['55'.repeat(32)]).nonces).toBe(false)
  })

  test('two swapped cards are detected', () => {
    const deal = [...record().deal]
    ;[deal[3], deal[4]] = [deal[4] ?? '', deal[3] ?? '']
    expect(checkDeal(record({ deal }), titus, null, []).deal).toBe(false)
  })
})
