import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { deck as janus } from '../src/games/janus/deck'
import { deck as nummerus } from '../src/games/nummerus/deck'
import { deck as titus } from '../src/games/titus/deck'
import { commitmentToNonce, commitmentToSeed, dealFrom, movedOn, newNonce, seatsFrom } from '../src/lib/fair-deal'

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
print(json.dumps({
    "deals": deals,
    "seed": fair.commitment_to_seed(seed),
    "nonce": fair.commitment_to_nonce(nonces[0]),
    "seats": [fair.seats(seed, [*nonces, None, None, nonces[0]][:players]) for players in range(1, 7)],
    "moved_on": [fair.moved_on([3, 1, 2], rounds) for rounds in range(5)],
}))
`
interface FromServer {
  deals: Record<string, string[]>
  seed: string
  nonce: string
  seats: number[][]
  moved_on: number[][]
}
const server = JSON.parse(
  execFileSync(PYTHON, ['-c', SERVER, JSON.stringify([SEED, NONCES])], { encoding: 'utf8' }),
) as FromServer

describe('the deal, repeated in the browser', () => {
  test.each(Object.entries(DECKS))('%s: card by card what the server deals', (game, deck) => {
    expect(dealFrom(deck, SEED, NONCES)).toEqual(server.deals[game])
  })

  test('commitments are the server’s', () => {
    expect(commitmentToSeed(SEED)).toBe(server.seed)
    expect(commitmentToNonce(NONCES[0] ?? '')).toBe(server.nonce)
  })

  test('seats are the server’s, for every number of players', () => {
    const nonces = [...NONCES, null, null, NONCES[0] ?? null]
    expect(server.seats.map((_, i) => seatsFrom(SEED, nonces.slice(0, i + 1)))).toEqual(server.seats)
  })

  test('N7: seats move on as at the server', () => {
    expect(server.moved_on.map((_, rounds) => movedOn([3, 1, 2], rounds))).toEqual(server.moved_on)
  })

  test('no nonce is drawn twice', () => {
    expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
  })
})
