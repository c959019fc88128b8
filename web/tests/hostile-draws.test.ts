/** A server that cheats with draws that are repeated, with rounds and with seats, against the page's own code. */
import { describe, expect, test } from 'vitest'
import type { Draw } from '../src/lib/api'
import { commitmentToNonce, commitmentToSeed, movedOn, newNonce, seatsFrom } from '../src/lib/fair-deal'
import { faultsOf, table, type TableServer } from './table-server'

const other = newNonce()

/** All through another draw; the chairs named did not open. */
async function drawAgain(server: TableServer, ...unopened: number[]): Promise<void> {
  await server.redraw(...unopened)
  await server.commit({ friend: !unopened.includes(2) })
  await server.opening()
  await server.open()
}

/** A draw without me. */
async function blameMe(server: TableServer): Promise<void> {
  server.nonces[0] = null
  await server.redraw(1)
  server.commitments[1] = commitmentToNonce(server.friend)
  await server.opening()
  server.nonces[1] = server.friend
}

/** A draw that never was, from which these seats follow in the second round of a match. */
function inventedDraw(order: number[]): Draw {
  for (;;) {
    const [seed, ...nonces] = [newNonce(), newNonce(), newNonce()]
    const seats = movedOn(seatsFrom(seed, nonces), 1)
    if (String(seats) === String(order)) return { commitment: commitmentToSeed(seed), seed, commitments: nonces.map(commitmentToNonce), nonces }
  }
}

/** The seats of the present round as if it were the second one of a match. */
function inventSeats(server: TableServer): void {
  server.proof.seats = { by: 'drawn', moved_on: 1, draw: inventedDraw(server.order ?? []) }
}

describe('a hostile server is caught when it', () => {
  test('draws again without a reason', async () => {
    const faults = await faultsOf({ dealt: (server) => drawAgain(server) })
    expect(faults).toEqual(['draws: redraw-unexplained'])
  })

  test('draws again and blames a chair that had not committed', async () => {
    const server = await table()
    await server.playRound({
      opening: () => void (server.commitments[1] = null),
      dealt: () => drawAgain(server, 2),
    })
    expect(await server.faults()).toEqual(['draws: draws-differ'])
    expect(server.session.breach).toBe('redraw-unexplained')
  })

  test('draws again and blames me, although it had confirmed my nonce', async () => {
    const server = await table()
    await server.playRound({ dealt: () => blameMe(server) })
    expect(await server.faults()).toEqual(['own: falsely-blamed', 'draws: falsely-blamed'])
    expect(server.session.breach).toBe('falsely-blamed')
  })

  test('draws again and says that my nonce came too late', async () => {
    const server = await table()
    await server.prepare()
    await server.commit()
    await server.opening()
    server.nonces = [null, server.friend]
    await blameMe(server)
    await server.dealt()
    await server.playOut('take 1')
    expect(await server.faults()).toEqual(['own: own-late'])
  })

  test('conceals a draw', async () => {
    const faults = await faultsOf({
      dealt: (server) => {
        server.nonces[1] = null
        return drawAgain(server, 2)
      },
      checked: (server) => void (server.proof.abandoned = []),
    })
    expect(faults).toContain('draws: draws-differ')
  })

  test('lets a friend who did not open take part again', async () => {
    const faults = await faultsOf({
      dealt: async (server) => {
        server.nonces[1] = null
        await server.redraw(2)
        await server.commit()
        await server.opening()
        await server.open()
      },
    })
    expect(faults).toEqual(['draws: redraw-unexplained'])
  })

  test('goes back to an earlier draw', async () => {
    const server = await table()
    await server.playRound({
      dealt: async () => {
        server.nonces[1] = null
        await server.redraw(2)
        server.draw = 1
        server.unopened = []
        await server.change('preparing')
      },
    })
    expect(await server.faults()).toContain('seed: announcement-changed')
  })

  test('drops a round after its draw, to draw another', async () => {
    const server = await table()
    await server.prepare()
    await server.commit()
    await server.opening()
    await server.open()
    await server.playRound()
    expect(await server.faults()).toEqual(['rounds: round-missing'])
  })

  test('drops a round after its draw, and invents a game of it', async () => {
    const server = await table()
    await server.prepare()
    await server.commit()
    await server.opening()
    await server.open()
    server.quiet = true
    await server.dealt()
    await server.playOut('take 1', 'take 2')
    server.quiet = false
    await server.playRound()
    expect(await server.faults()).toEqual(['rounds: round-missing'])
    expect(server.session.breach).toBe('round-missing')
  })

  test('gives the record of the round before', async () => {
    const server = await table()
    await server.playRound()
    await server.playRound({ checked: () => void server.records.set(2, server.records.get(1) as never) })
    expect(await server.faults()).toContain('seed: announcement-changed')
  })

  test('deals the same cards again though I wanted new ones', async () => {
    const server = await table()
    await server.playRound()
    server.session.playAgain(false)
    await server.playAgain()
    expect(await server.faults()).toEqual(['deal: same-deal-unasked'])
  })

  test('says “the same deal again”, and deals another', async () => {
    const server = await table()
    await server.playRound()
    server.session.playAgain(true)
    server.seed = other
    server.announced = commitmentToSeed(other)
    await server.playAgain()
    expect(await server.faults()).toContain('seed: announcement-changed')
  })

  test('deals the cards of a round long ago again', async () => {
    const server = await table()
    await server.playRound()
    await server.playRound()
    server.session.playAgain(true)
    server.again = 1
    await server.playAgain()
    expect(await server.faults()).toContain('deal: other-deal-again')
  })

  test('calls its own deal “the same deal again” in the first round', async () => {
    const server = await table()
    server.seed = other
    server.announced = commitmentToSeed(other)
    server.again = 1
    await server.playAgain()
    expect(await server.faults()).toContain('deal: other-deal-again')
  })

  test('N7: does not let the seats of a match move on', async () => {
    const server = await table({ rounds: 3 })
    await server.playRound()
    await server.playRound({ over: () => server.change('dealt'), dealt: () => void server.order?.reverse() })
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('N7: draws the seats of a match twice', async () => {
    const server = await table({ rounds: 3 })
    await server.playRound()
    await server.playRound({ checked: () => void (server.proof.seats = { by: 'drawn' }) })
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('lets a chair of its choice begin where seats are fixed', async () => {
    const server = await table({ randomSeats: false })
    await server.playRound({ dealt: () => void (server.order = [1, 2]) })
    Object.assign(server.proof, { order: [2, 1], seats: { by: 'fixed', moved_on: 1 } })
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('N7: passes off a first round as a later one, whose seats were drawn before', async () => {
    const server = await table({ rounds: 3, shownNumber: 2 })
    await server.playRound({ checked: inventSeats })
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('N7: invents the draw of a round that this window missed: the page claims no proof', async () => {
    const server = await table({ rounds: 3 })
    server.quiet = true
    await server.playRound()
    server.quiet = false
    await server.playRound({ checked: inventSeats })
    expect(await server.faults()).toEqual([])
    expect(await server.check()).toContainEqual({ check: 'seats', good: null, reason: 'unseen' })
  })

  test('gives the same deal again with other seats', async () => {
    const server = await table()
    await server.playRound()
    server.session.playAgain(true)
    server.order?.reverse()
    await server.playAgain()
    server.proof.seats = { by: 'drawn', moved_on: 1, draw: server.drawn() }
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('gives me another chair as soon as my number is open', async () => {
    const server = await table()
    await server.playRound({ open: () => void (server.mine = 2) })
    expect(await server.faults()).toContain('seats: seats-changed')
  })

  test('gives me another chair in the same deal again', async () => {
    const server = await table()
    await server.playRound()
    server.session.playAgain(true)
    server.mine = 2
    await server.playAgain()
    expect(await server.faults()).toEqual(['seats: seats-changed'])
  })

  test('says that seats are fixed as soon as the players are there', async () => {
    const server = await table()
    server.randomSeats = false
    await server.playRound()
    expect(await server.faults()).toEqual(['seats: seats-mismatch'])
  })

  test('gives me another chair once it knows the deal', async () => {
    const server = await table()
    await server.playRound({ dealt: () => void (server.mine = 2) })
    expect(await server.faults()).toEqual(['seats: seats-changed'])
  })
})
