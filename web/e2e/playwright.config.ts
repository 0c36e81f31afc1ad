import { defineConfig } from '@playwright/test'
import { findOrInstallChromium } from '../../.ci/chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './build-app.ts',
  // Half of each test is waiting. A worker has a service and a database of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 360, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // What never comes is named, long before a walk of minutes is cut off.
    actionTimeout: 60_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findOrInstallChromium(),
      // Debian's Chromium as root has no sandbox to enter; the rest keeps it from calling home.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
