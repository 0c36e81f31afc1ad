import { defineConfig } from '@playwright/test'
import { findOrInstallChromium } from '../../.ci/chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './build-app.ts',
  // Much of each test is waiting, most of all the two visits of all screens, which come first. Each worker has its own
  // service and database.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Twice what the longest stories take on two busy cores.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 360, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A missing element is reported long before the timeout of a test of several minutes.
    actionTimeout: 60_000,
    // Phones that store the app say so.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findOrInstallChromium(),
      // Debian's Chromium cannot use its sandbox as root; the other options prevent requests to Google.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
