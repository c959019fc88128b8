/** An honest server, before the page's own session, witness and check: nothing is found wrong. */
import { describe, expect, test } from 'vitest'
import { commitmentToNonce } from '../src/lib/fair-deal'
import { verdictText } from '../src/lib/proof-words'
import { faultsOf, table, type Interference } from './table-server'

describe('an honest server', () => {
  test('everything is found good', async () => {
    const server = await table()
    await server.playRound()
    const findings = await server.check()
    expect(findings.map(({ check, good }) => [check, good])).toEqual(
      ['seed', 'nonces', 'own', 'deal', 'seats', 'game'].map((check) => [check, true]),
    )
    expect(verdictText(findings)).toBe('This page has checked the deal: nobody chose it.')
    expect(server.session.breach).toBe(null)
  })

  test('nothing is opened before all commitments and the phase change have been seen', async () => {
    const server = await table()
    await server.prepare()
    await server.commit()
    await server.change('committed')
    expect(server.sent('open')).toEqual([])
    await server.opening()
    expect(server.sent('open').map(({ nonce }) => commitmentToNonce(String(nonce)))).toEqual([server.commitments[0]])
  })

  test('a chair that does not open is named, and the deal is good', async () => {
    const server = await table()
    await server.prepare()
    await server.commit()
    await server.opening()
    await server.open({ friend: false })
    await server.redraw(2)
    await server.commit({ friend: false })
    await server.opening()
    await server.open()
    await server.dealt()
    await server.playOut('take 1')
    const findings = await server.check()
    expect(await server.faults()).toEqual([])
    expect(findings.find(({ check }) => check === 'draws')).toEqual({ check: 'draws', good: true, chairs: [2] })
    const nonces = server.sent('open').map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(2)
  })

  test('N7: the seats of a match move on', async () => {
    const server = await table({ rounds: 3 })
    for (let round = 0; round < 4; round++) {
      await server.playRound()
      expect(await server.faults()).toEqual([])
    }
  })

  test.each([1, 2])('fixed seats move on too, from chair %i', async (firstChair) => {
    const server = await table({ randomSeats: false, firstChair })
    for (let round = 0; round < 3; round++) {
      await server.playRound()
      expect(await server.faults()).toEqual([])
    }
  })

  test('the same deal again, where everybody wants it', async () => {
    const server = await table()
    await server.playRound()
    server.session.playAgain(true)
    await server.playAgain()
    expect(await server.faults()).toEqual([])
    expect((await server.check()).find(({ check }) => check === 'own')?.good).toBe(true)
  })

  test('a page that is loaded again goes on where it was', async () => {
    const server = await table()
    await server.playRound({ opening: () => server.reload(), open: () => server.reload(), over: () => server.reload() })
    expect(await server.faults()).toEqual([])
    expect((await server.check()).every(({ good }) => good)).toBe(true)
  })

  test('a window that misses the end of a round finds nothing wrong, then or later', async () => {
    const server = await table()
    const missed = { over: () => void (server.quiet = true), checked: () => void (server.quiet = false) }
    await server.playRound(missed)
    await server.reload()
    expect(await server.faults()).toEqual([])
    await server.playRound(missed)
    await server.reload()
    await server.playRound()
    expect(await server.faults()).toEqual([])
  })

  test('a player whose chair is taken away from this device finds nothing wrong', async () => {
    const server = await table()
    await server.playRound({ over: () => void (server.mine = 0) })
    expect(await server.faults()).toEqual([])
  })

  test('a friend who copies my announcement gains nothing and spoils nothing', async () => {
    const copies: Interference = {
      opening: (server) => void (server.commitments[1] = server.commitments[0] ?? null),
      open: (server) => void (server.friend = String(server.last('open')?.['nonce'])),
    }
    expect(await faultsOf(copies)).toEqual([])
  })
})
