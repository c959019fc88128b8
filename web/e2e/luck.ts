// Tests without luck: every run deals the same, and a test that needs a position gets it from a record.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test, type BrowserContext, type Page } from '@playwright/test'

const NAME = 'rectoverso-test'
const visitors = new Map<string, number>()

/**
 * Names the test and the visitor to the server, whose deals and bots follow from that (server/process/seeds_for_tests.py);
 * and lets the page draw the same numbers for its deals in every run. A repeated test is dealt the same once more.
 */
export async function withoutLuck(context: BrowserContext, url: string): Promise<void> {
  const { testId, repeatEachIndex, retry } = test.info()
  const run = `${repeatEachIndex}-${retry}`
  const number = (visitors.get(`${testId} ${run}`) ?? 0) + 1
  visitors.set(`${testId} ${run}`, number)
  // The id of a repeated test differs; its titles do not.
  const titles = createHash('sha256').update(test.info().titlePath.join('\n')).digest('hex').slice(0, 12)
  await context.addCookies([{ name: NAME, value: `${titles}-${number}.${run}`, url }])
  await context.addInitScript(drawTheSameNonces, `${titles}-${number}`)
}

/** In the page: nonces of 32 bytes follow from a name, and from how many this window has drawn. */
function drawTheSameNonces(name: string): void {
  const random = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (!(array instanceof Uint8Array) || array.length !== 32) return random(array as never) as T
    const drawn = Number(sessionStorage.getItem('test-nonces') ?? 0)
    sessionStorage.setItem('test-nonces', String(drawn + 1))
    let state = 2166136261
    for (const letter of `${name}/${drawn}`) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
    for (let i = 0; i < array.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      array[i] = state >>> 24
    }
    return array
  }
}

export interface RecordFile {
  players: number
  moves: string[]
}

type Level = 'novice' | 'casual' | 'club' | 'expert' | 'master'

interface Others {
  /** Who sits at other seats, by seat: another person's page, a name at the same device, or a bot's level. Else casual bots. */
  others?: Record<number, Page | { name: string } | { level: Level }>
  /** What this person is called. */
  name?: string
  memory?: 'table' | 'notes'
  turn_seconds?: number
  watching?: boolean
  rounds?: number
  /** The date whose solitaire this is. */
  daily?: string
  /** It is the puzzle of that date. */
  puzzle?: boolean
}

const REPOSITORY = new URL('../../', import.meta.url)

/** A record: the first line of a file, or line N of `file.jsonl:N`. Paths begin at the repository's root. */
export function readRecord(file: string): RecordFile {
  const [path = '', line = '1'] = file.split(':')
  const text = readFileSync(new URL(path, REPOSITORY), 'utf-8').split('\n')[Number(line) - 1]
  if (!text) throw new Error(`${path} has no line ${line}`)
  return JSON.parse(text) as RecordFile
}

/**
 * Opens a table at the position of a record, and shows it on this page: `at` moves have been made (all: `end`), and the
 * page sits at `seat` (chair and seat are the same at such a table). What bots do next is the same in every run.
 *
 *     await openRecord(page, 'web/e2e/records/titus-swap.jsonl', 'end', 1)
 *     await openRecord(page, 'tests/samples/janus.jsonl:4', 12, 1, { others: { 2: friend, 3: { name: 'Cleo' } } })
 *
 * Pages of `others` are not moved to the table: `await friend.goto(page.url())`.
 * The deal is the record's, so the page says at the end that it does not follow from the secrets. Find records with
 * `scripts/find_position.py --help`. Only a server started with RECTOVERSO_TEST_SEED can do this.
 */
export async function openRecord(page: Page, file: string | RecordFile, at: number | 'end', seat: number, more: Others = {}): Promise<void> {
  const { others = {}, name, ...setup } = more
  const record = typeof file === 'string' ? readRecord(file) : file
  const chairs = await Promise.all(
    Array.from({ length: record.players }, async (_, i) => {
      if (i + 1 === seat) return name ? { name } : {}
      const other = others[i + 1] ?? { level: 'casual' }
      return 'context' in other ? { cookie: await cookieOf(other) } : other
    }),
  )
  await cookieOf(page)
  const answer = await post(page, '/api/test/tables', { record, at: at === 'end' ? record.moves.length : at, chairs, ...setup })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.goto(address(`/table/${((await answer.json()) as { table: string }).table}`))
  await page.locator('[data-status], .curtain').first().waitFor({ timeout: 60_000 })
}

const address = (path: string) => new URL(path, process.env['RECTOVERSO_URL']).href

/** The server may close an idle connection just when it is used again: then the request is sent once more, as browsers do. */
const maxRetries = 3

/** Asks the server something, beside the page. */
export const get = (page: Page, path: string) => page.request.get(address(path), { maxRetries })

/** Sends the server something, beside the page. */
export const post = (page: Page, path: string, data: object) =>
  page.request.post(address(path), { data, headers: { 'X-Rectoverso': '1' }, maxRetries })

/** What a guest is known by. Who has not visited the server yet gets it without loading the page. */
async function cookieOf(page: Page): Promise<string | undefined> {
  const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'rectoverso')?.value
  if (!(await kept())) await get(page, '/api/site')
  return kept()
}
