import { defineConfig } from '@playwright/test'

const ARGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** How many tests run at a time; the long run asks for more. */
const WORKERS = Number(process.env['BROWSER_TESTS_AT_A_TIME'] ?? 2)
/** A worker that repeats a test that failed: it replaces the worker of the first try. */
const repeats = Number(process.env['TEST_WORKER_INDEX'] ?? 0) >= WORKERS

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: WORKERS,
  fullyParallel: true,
  // Generous: whole games are played, also on machines that do other things. Nothing waits longer than it needs.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A second try, with snapshots of each step for its trace, shows what went wrong; it never makes a failure good.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['./e2e/reporter.ts']],
  globalSetup: './e2e/server.ts',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
      args: ARGS,
    },
    // All steps, requests and messages. A snapshot of the page at each step costs a fifth of the processor time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: repeats },
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // Each test has a guest of its own; the service worker is tested where it is the subject.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'e2e', testMatch: '*.e2e.ts' },
    { name: 'soak', testMatch: '*.soak.ts', timeout: 1_800_000 },
    { name: 'speed', testMatch: '*.speed.ts' },
    { name: 'screenshots', testMatch: 'screenshots.shots.ts', timeout: 300_000 },
  ],
})
