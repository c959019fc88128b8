// Starts the real server on a free port, with a database of its own; it ends with the tests.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const COMMAND = new URL('../../.venv/bin/rectoverso', import.meta.url).pathname
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/
const START_TIMEOUT_MS = 120_000

function address(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = ''
    const timer = setTimeout(() => failed(new Error(`the server did not start:\n${said}`)), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const match = ADDRESS.exec(said)
      if (!match) return
      clearTimeout(timer)
      found(match[0])
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.on('exit', () => failed(new Error(`the server ended:\n${said}`)))
  })
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 1500; tries++) {
    const answer = await fetch(`${url}/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((wait) => setTimeout(wait, 200))
  }
  throw new Error('the games are not ready')
}

export interface Server {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** `more`: further settings; `wait: false`: the games need not be ready. */
export async function startServer({ wait = true, ...more }: { wait?: boolean } & Record<string, unknown> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'rectoverso-e2e-'))
  const server = spawn(COMMAND, ['serve', '--port', '0', '--db', join(folder, 'games.db')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Many guests come from one address here, bots need not pause, and every run deals the same.
    env: {
      ...process.env,
      RECTOVERSO_RATES: 'off',
      RECTOVERSO_PACE: 'off',
      RECTOVERSO_TEST_SEED: 'e2e',
      ...(more as NodeJS.ProcessEnv),
    },
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill()
      await new Promise((ended) => server.once('exit', ended))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = await address(server)
    if (wait) await ready(url)
    return { url, pid: server.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export default async function start(): Promise<() => Promise<void>> {
  const { url, stop } = await startServer()
  process.env['RECTOVERSO_URL'] = url
  return stop
}
