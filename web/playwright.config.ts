import { defineConfig } from '@playwright/test'

const ARGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // Generous: whole games are played, also on machines that do other things. Nothing waits longer than it needs.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A second try would hide what depends on luck.
  retries: 0,
  reporter: [['list'], ['./e2e/reporter.ts']],
  globalSetup: './e2e/server.ts',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
      args: ARGS,
    },
    // Without the film, which costs a tenth of the processor time: each step has a snapshot of the page.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
