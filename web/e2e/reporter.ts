// After the tests: the slowest ones, and where the traces of those that failed are.
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const SHOWN = 20

export default class Summary implements Reporter {
  private readonly times: Array<[seconds: number, title: string]> = []
  private readonly traces: string[] = []

  onTestEnd(test: TestCase, { duration, status, attachments }: TestResult): void {
    this.times.push([duration / 1000, test.titlePath().slice(2).join(' › ')])
    if (status === 'passed' || status === 'skipped') return
    for (const { name, path } of attachments) if (name === 'trace' && path) this.traces.push(relative(process.cwd(), path))
  }

  onEnd(): void {
    const slowest = this.times.sort(([a], [b]) => b - a).slice(0, SHOWN)
    console.log(`\nThe slowest ${slowest.length} browser tests:`)
    for (const [seconds, title] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${title}`)
    if (!this.traces.length) return
    console.log('\nTests that failed have left traces: every step, and in the one of the second try what the page looked like at each.')
    console.log('Beside each is a screenshot of the end. To look at them, in web/:')
    for (const trace of this.traces) console.log(`  npx playwright show-trace ${trace}`)
  }

  printsToStdio(): boolean {
    return false
  }
}
