import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** The limits for the files that a phone downloads, in bytes as they are transferred (Brotli). */
const BUDGET = { home: 175_000, route: 38_000, registration: 56_000, css: 22_000 }
/** Opened once by people who apply, with a form of four steps. */
const REGISTRATIONS = ['driver-register', 'wholesale-register'].map((name) => `src/features/${name}/${name}.tsx`)

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}

const dist = join(import.meta.dirname, '../../dist')
const manifest = (): Record<string, Chunk> => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + transferred(join(dist, file)), 0)
/** Files below 1 kB are not compressed. */
const transferred = (path: string) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

/** Returns the files that are loaded with a chunk, including its own. */
function filesOf(chunks: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, seen)
  return seen
}

test('the files of every visit, each screen and the style sheet stay within their budgets', () => {
  const chunks = manifest()
  const entryKey = Object.keys(chunks).find((key) => chunks[key]?.isEntry)
  const entry = filesOf(chunks, entryKey ?? '')
  // The entry loads the steps of the start.
  const steps = chunks[entryKey ?? '']?.dynamicImports ?? []
  expect(steps.length).toBe(3)
  for (const step of steps) filesOf(chunks, step, entry)
  const home = filesOf(chunks, 'src/features/home/home.tsx', new Set(entry))
  expect(home.size).toBeGreaterThan(entry.size)
  expect(weigh(home), 'JavaScript until home can be used').toBeLessThanOrEqual(BUDGET.home)
  // vite.config.ts removes the router's warnings to developers.
  const code = [...entry].map((file) => readFileSync(join(dist, file), 'utf8')).join()
  expect(code).not.toContain('No routes matched location')

  const routes = Object.keys(chunks).filter((key) => chunks[key]?.isDynamicEntry)
  expect(routes.length).toBeGreaterThan(10)
  /** Returns the files that are loaded before this chunk: those of the entry, and of the screen that opens it. */
  const present = (key: string) => {
    const openers = Object.keys(chunks).filter((opener) => chunks[opener]?.dynamicImports?.includes(key))
    const seen = new Set(entry)
    for (const opener of openers.filter((opener) => chunks[opener]?.isDynamicEntry)) filesOf(chunks, opener, seen)
    return seen
  }
  const heavy = routes
    .map((key) => ({ key, bytes: weigh([...filesOf(chunks, key)].filter((file) => !present(key).has(file))) }))
    .filter(({ key, bytes }) => bytes > (REGISTRATIONS.includes(key) ? BUDGET.registration : BUDGET.route))
  expect(heavy).toEqual([])

  const sheets = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
  expect(weigh(sheets.map((name) => `assets/${name}`)), 'css').toBeLessThanOrEqual(BUDGET.css)
})
