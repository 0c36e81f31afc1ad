import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The files that may read the device's clock, and why. */
const MAY = [
  // The page's clock before the data layer is open.
  'clock/page-clock.ts',
  // The clock that the service's answers correct.
  'data/runtime/browser-environment.ts',
  // Runs before the app, and only measures how long ago its own last try was.
  'first-screen/recovery.ts',
]

test('only what corrects the clock of the device reads it: all else asks for the time of the service', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/') && !MAY.includes(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const reading = files.filter((file) => /new Date\(\s*\)|\bDate\.now\b/.test(readFileSync(join(src, file), 'utf8')))
  expect(reading).toEqual([])
})
