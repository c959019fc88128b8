/** A server that cheats, against the page's own code: session, witness and check are the real ones. */
import { describe, expect, test } from 'vitest'
import { deck } from '../src/games/nummerus/deck'
import type { GameRecord, Proof } from '../src/lib/api'
import { commitmentToNonce, commitmentToSeed, dailyDeal, newNonce } from '../src/lib/fair-deal'
import { findingText, verdictText } from '../src/lib/proof-words'
import { faultsOf, table, type Interference, type TableServer } from './table-server'

const other = newNonce()
const CHEATS: Record<string, [Interference, string[], Partial<TableServer>?]> = {
  'announces another seed while nonces are opened': [
    { opening: (server) => void Object.assign(server, { seed: other, announced: commitmentToSeed(other) }) },
    ['seed: announcement-changed', 'nonces: nonce-missing', 'own: own-missing'],
  ],
  'announces another seed once all nonces are there': [
    { dealt: (server) => void Object.assign(server, { seed: other, announced: commitmentToSeed(other) }) },
    ['seed: announcement-changed'],
  ],
  'uses another seed under the first announcement': [
    { dealt: (server) => void (server.seed = other) },
    ['seed: seed-mismatch'],
  ],
  'lets a friend choose their nonce last': [
    { dealt: (server) => void (server.nonces[1] = other) },
    ['nonces: nonce-mismatch'],
  ],
  'lets a friend choose last, and changes the list afterwards': [
    {
      dealt: (server) => {
        server.nonces[1] = other
        server.commitments[1] = commitmentToNonce(other)
      },
    },
    ['nonces: commitments-changed'],
  ],
  'shows another list after the nonces have begun to come': [
    {
      open: async (server) => {
        server.commitments[1] = commitmentToNonce((server.friend = other))
        await server.change('opened')
      },
    },
    ['nonces: commitments-changed'],
  ],
  'swaps the nonces of two chairs': [
    { dealt: (server) => void server.nonces.reverse() },
    ['nonces: nonce-mismatch', 'own: own-missing'],
  ],
  'leaves a friend out after seeing my nonce': [
    { dealt: (server) => void (server.nonces[1] = null) },
    ['nonces: nonce-missing'],
  ],
  'leaves a friend out, with the announcement': [
    { dealt: (server) => void (server.nonces[1] = server.commitments[1] = null) },
    ['nonces: commitments-changed'],
  ],
  'leaves me out': [
    { dealt: (server) => void (server.nonces[0] = server.commitments[0] = null) },
    ['nonces: commitments-changed', 'own: own-missing'],
  ],
  'replaces my commitment by one of its own': [
    {
      opening: (server) => void (server.commitments[0] = commitmentToNonce(other)),
      dealt: (server) => void (server.nonces[0] = other),
    },
    ['own: own-replaced'],
  ],
  'uses a nonce of mine that is known from before': [
    { dealt: (server) => void (server.nonces[0] = other) },
    ['nonces: nonce-mismatch', 'own: own-missing'],
  ],
  'shows no list of commitments': [
    { opening: (server) => void (server.shownCommitments = null) },
    ['seed: no-draw', 'nonces: commitments-changed', 'own: own-missing'],
  ],
  'shows a list that is too short': [
    { opening: (server) => void (server.shownCommitments = [server.commitments[0] ?? null]) },
    ['seed: no-draw', 'nonces: commitments-changed', 'own: own-missing'],
  ],
  'goes back to the commitments': [
    {
      open: async (server) => {
        server.phase = 'committing'
        server.commitments[1] = null
        await server.change('preparing')
        server.commitments[1] = commitmentToNonce(server.friend)
        await server.opening()
      },
    },
    ['nonces: commitments-changed'],
  ],
  'deals without opening the nonces': [
    {
      opening: async (server) => {
        server.phase = 'playing'
        await server.change('dealt')
      },
    },
    ['seed: no-draw'],
  ],
  'deals without a draw': [
    {
      dealt: (server) => void (server.round += 1),
    },
    ['seed: no-draw', 'rounds: round-missing'],
  ],
  'publishes another deal than it played': [
    { checked: (server) => void server.records.get(1)?.deal.reverse() },
    ['deal: deal-mismatch', 'game: other-faces'],
  ],
  'plays another deal than it publishes': [
    {
      over: async (server) => {
        const honest = server.deal
        server.deal = [...honest].reverse()
        await server.change('dealt')
        server.deal = honest
      },
    },
    ['game: other-faces'],
  ],
  'publishes other moves': [
    { checked: (server) => void server.records.get(1)?.moves.reverse() },
    ['game: other-moves'],
  ],
  'seats people as it likes': [
    { over: (server) => void server.order?.reverse() },
    ['seats: seats-changed'],
  ],
  'publishes other seats than people had': [
    { checked: (server) => void server.proof.order?.reverse() },
    ['seats: seats-mismatch'],
  ],
  'says that seats were fixed where they are drawn': [
    { checked: (server) => void Object.assign(server.proof, { seats: { by: 'fixed', moved_on: seatsMoved(server.proof) } }) },
    ['seats: seats-mismatch'],
  ],
  'says that seats were drawn in another draw': [
    { checked: (server) => void (server.proof.seats = { by: 'drawn', moved_on: 2, draw: server.drawn() }) },
    ['seats: seats-mismatch'],
  ],
  'gives no record': [
    { checked: (server) => void server.records.delete(1) },
    ['seed: no-proof'],
  ],
  'gives no proof': [
    { checked: (server) => void delete server.records.get(1)?.proof },
    ['seed: no-proof'],
  ],
  'gives a proof of the old scheme': [
    { checked: (server) => void Object.assign(server.proof, { scheme: 1 }) },
    ['seed: no-proof'],
  ],
  'says from the beginning that it proves little': [
    { checked: (server) => void Object.assign(server.proof, { scheme: 1 }) },
    ['seed: no-proof'],
    { scheme: 1 },
  ],
  'gives a proof of a scheme that nobody knows': [
    { checked: (server) => void Object.assign(server.proof, { scheme: 7 }) },
    ['seed: no-proof'],
  ],
  'gives a proof that cannot be read': [
    { checked: (server) => void Object.assign(server.proof, { nonces: 'all of them' }) },
    ['seed: no-proof'],
  ],
  'gives a nonce that is no number': [
    { checked: (server) => void (server.proof.nonces[1] = 'zz') },
    ['seed: no-proof'],
  ],
  'gives a proof without commitments': [
    { checked: (server) => void delete server.proof.commitments },
    ['seed: no-proof'],
  ],
  'says that the deal was the public one of a day': [
    { checked: (server) => publish(server, '2026-11-18') },
    ['deal: other-deal'],
  ],
  'says so from the beginning, at a table of two': [
    { checked: (server) => publish(server, '2026-11-18') },
    ['deal: deal-mismatch', 'game: other-faces'],
    { daily: '2026-11-18' },
  ],
  'says so as soon as the players are there': [
    {
      prepare: (server) => void (server.daily = '2026-11-18'),
      checked: (server) => publish(server, '2026-11-18'),
    },
    ['deal: other-deal'],
  ],
  'gives the public deal of another day': [
    { checked: (server) => publish(server, '2026-11-19') },
    ['deal: other-deal'],
    { daily: '2026-11-18' },
  ],
  'deals as it likes where the table is for the deal of a day': [{}, ['deal: other-deal'], { daily: '2026-11-18' }],
  'tells nothing of the draw': [
    { prepare: (server) => void (server.silent = true) },
    ['seed: no-draw'],
  ],
  'gives numbers that are too long': [
    { checked: (server) => void (server.proof.seed += '00') },
    ['seed: no-proof'],
  ],
  'gives a proof without seats': [
    { checked: (server) => void delete server.proof.seats },
    ['seats: seats-mismatch'],
  ],
  'invents a draw that was abandoned': [
    { checked: (server) => void server.proof.abandoned?.push({ ...server.drawn(), nonces: [null, null] }) },
    ['own: falsely-blamed', 'draws: draws-differ'],
  ],
}

/** What was played, as if its deal followed from a date. */
function publish(server: TableServer, date: string): void {
  const record = server.records.get(1) as GameRecord
  record.deal = dailyDeal(deck, date, 0).map(Number)
  server.proof.daily = { date, number: 0 }
}

function seatsMoved(proof: Proof): number {
  return proof.order?.[0] === 1 ? 0 : 1
}

describe('a hostile server is caught when it', () => {
  test.each(Object.entries(CHEATS))('%s', async (_, [interference, faults, changes]) => {
    expect(await faultsOf(interference, changes)).toEqual(faults)
  })

  test('shows two lists: the nonce is opened once only', async () => {
    const server = await table()
    await server.playRound({
      open: async () => {
        server.commitments[1] = commitmentToNonce(newNonce())
        await server.change('opening')
      },
    })
    expect(server.sent('open').length).toBe(1)
    expect(server.session.breach).toBe('commitments-changed')
  })

  test('announces another seed: the nonce is not opened at all, and the page says so at once', async () => {
    const server = await table()
    await server.playRound({ opening: () => void (server.announced = commitmentToSeed(other)) })
    expect(server.sent('open')).toEqual([])
    expect(server.session.breach).toBe('announcement-changed')
  })

  test('replaces my commitment: the nonce is not opened', async () => {
    const server = await table()
    await server.playRound({ opening: () => void (server.commitments[0] = commitmentToNonce(other)) })
    expect(server.sent('open')).toEqual([])
  })

  test('announces another seed while the page is loaded again', async () => {
    const server = await table()
    await server.playRound({
      opening: async () => {
        Object.assign(server, { seed: other, announced: commitmentToSeed(other) })
        await server.reload()
      },
    })
    expect(await server.faults()).toContain('seed: announcement-changed')
  })

  test('takes my commitment and says that it came too late', async () => {
    const faults = await faultsOf({ opening: (server) => void (server.commitments[0] = null) })
    expect(faults).toEqual(['own: own-replaced'])
  })

  test('says that my commitment came too late: the page claims no proof', async () => {
    const server = await table()
    await server.prepare()
    await server.refuse('commit', 'too-late')
    server.commitments = [null, commitmentToNonce(server.friend)]
    await server.opening()
    await server.open()
    await server.dealt()
    await server.playOut('take 1')
    expect(await server.faults()).toEqual([])
    expect((await server.check()).find(({ check }) => check === 'own')).toEqual({ check: 'own', good: null, reason: 'own-late' })
  })

  test('says that another window of mine had committed: the page claims no proof', async () => {
    const server = await table()
    await server.playRound({
      commit: async () => {
        server.commitments[0] = commitmentToNonce(other)
        await server.refuse('commit', 'committed-already')
      },
      dealt: () => void (server.nonces[0] = other),
    })
    const own = (await server.check()).find(({ check }) => check === 'own')
    expect(own).toEqual({ check: 'own', good: null, reason: 'own-elsewhere' })
    expect(verdictText(await server.check())).toMatch(/could not check everything/)
  })
})

test('every fault has its words', async () => {
  const server = await table()
  await server.playRound({ dealt: () => void (server.nonces[1] = other) })
  const findings = await server.check()
  expect(verdictText(findings)).toBe('Something is wrong with this deal!')
  const fault = findings.find(({ good }) => good === false)
  expect(fault && findingText(fault, 'Ben')).toBe('Another secret number than announced: Ben.')
})
