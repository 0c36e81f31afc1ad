import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
/** They know no digits but 0 to 9, and read `1e3`, `0x10` and ` ` as numbers. */
const BLIND = /\\d|\\D|\bNumber\(|\(Number\)|parseInt|parseFloat|valueAsNumber/

/** Rooms where no person's text comes: sequences, revisions, headers and settings. */
const MACHINE_ROOMS = [
  'web/src/data/',
  'sync-server/couch/',
  'sync-server/gate/',
  'sync-server/http/',
  'sync-server/settings/',
]
const TESTS = /\.test\.tsx?$|\.given\.ts$|\/(testing|tests|security-tests|bench)\//

/** What they may read elsewhere, and why no person typed it. */
const NOT_TYPED: Record<string, string> = {
  'web/src/ui/forms/range-slider.tsx: event.target.valueAsNumber': 'a slider has a number',
  'web/src/features/browse/virtual-list.tsx: Number(target.closest(': 'our own attribute',
  'web/src/blocks/catalogue/product-list.ts: Number(b.inStock) - Number(a.inStock)': 'true and false',
  'web/src/blocks/catalogue/product-list.ts: Number(b.city === city) - Number(a.city === city)': 'true and false',
  'web/src/i18n/format.ts: replace(/^-?\\d+/, (whole) => whole.replace(/\\B(?=(\\d\\d)*\\d{3}$)/g':
    'a number that we wrote',
  'web/src/i18n/format.ts: /^\\d{4}-\\d{2}-\\d{2}$/': 'a day of a document',
  'design-docs/model/orders/pending/fold-edits.ts: Number(Object(receipt.result).version)': 'a version',
  'design-docs/model/orders/order.ts: v.regex(/^FLR\\d+[0-9A-Z]{3}$/)': 'our own number',
  'design-docs/model/support/ticket.ts: v.regex(/^SUP\\d+[0-9A-Z]{3}$/)': 'our own number',
  'design-docs/model/values/read-numbers.ts: Number(digits)': 'the one place that reads numbers',
  'design-docs/model/values/values.ts: v.regex(/^\\d{4}-\\d\\d-\\d\\dT': 'a time stamp',
  'design-docs/model/values/values.ts: v.regex(/^\\d+-[0-9a-f]{32}$/)': 'a revision',
  'sync-server/email/mail.ts: Number(new Intl.DateTimeFormat(': 'a year',
  'sync-server/accounts/login-codes.ts: Number.parseInt(keys.digest(': 'a digest',
}
const allowed = Object.keys(NOT_TYPED).map((entry) => entry.split(': ') as [path: string, text: string])

test('what people type meets no \\d, Number() or parseInt, which know the digits 0 to 9 alone', () => {
  const sources = globSync('{web/src,design-docs/model,sync-server}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !TESTS.test(path) && !MACHINE_ROOMS.some((room) => path.startsWith(room)))
    .toSorted()
  expect(sources.length).toBeGreaterThan(200)
  const used = new Set<string>()
  const found = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => {
        const known = allowed.find(([where, text]) => where === path && line.includes(text))
        if (known) used.add(known.join(': '))
        return !known && BLIND.test(line)
      })
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(Object.keys(NOT_TYPED).filter((entry) => !used.has(entry))).toEqual([])
})

test('no bundled font draws the digits of a script as those of another', () => {
  const faces = readFileSync(join(ROOT, 'web/src/ui/fonts.css'), 'utf8').split('@font-face').slice(1)
  const holds = (face: string, code: number) =>
    [...face.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].some(
      ([, from = '', to = from]) => Number.parseInt(from, 16) <= code && code <= Number.parseInt(to, 16),
    )
  // Hind's ०–९ have the shapes of 0–9: a number typed with them would look right, whatever becomes of it.
  for (const digit of '०१२३४५६७८९') {
    const drawn = faces.filter((face) => holds(face, digit.codePointAt(0) ?? 0))
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.filter((face) => /hind-devanagari/.test(face))).toEqual([])
  }
})
