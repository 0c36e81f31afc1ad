import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
/** These know only the digits 0 to 9, and some read `1e3`, `0x10` or ` ` as a number. */
const BLIND = /\\d|\\D|\bNumber\(|\(Number\)|parseInt|parseFloat|valueAsNumber/

/** Folders that read no text of a person, but sequences, revisions, headers and settings. */
const MACHINE_FOLDERS = [
  'web/src/data/',
  'sync-server/couch/',
  'sync-server/gate/',
  'sync-server/http/',
  'sync-server/settings/',
]
const TESTS = /\.test\.tsx?$|\.given\.ts$|\/(testing|tests|security-tests|bench)\//

/** Allowed uses elsewhere, each with the reason why no person typed the text. */
const NOT_TYPED: Record<string, string> = {
  'web/src/ui/forms/range-slider.tsx: event.target.valueAsNumber': 'a slider has a number',
  'web/src/ui/layout/long-list.tsx: Number(query.get(': 'a number that this list wrote into the address',
  'web/src/first-screen/recovery.ts: Number(tried.count)': 'a number that this file stored',
  'web/src/features/browse/virtual-list.tsx: Number(target.closest(': 'our own attribute',
  'web/src/blocks/catalogue/product-list.ts: Number(b.inStock) - Number(a.inStock)': 'true and false',
  'web/src/blocks/catalogue/product-list.ts: Number(b.city === city) - Number(a.city === city)': 'true and false',
  'web/src/i18n/format.ts: replace(/^-?\\d+/, (whole) => whole.replace(/\\B(?=(\\d\\d)*\\d{3}$)/g':
    'a number that we wrote',
  'web/src/i18n/format.ts: /^\\d{4}-\\d{2}-\\d{2}$/': 'a day of a document',
  'design-docs/model/intents/receipt.ts: Number(Object(result).version)': 'a version',
  'design-docs/model/deliveries/money.ts: v.regex(/^payout:[\\w-]{1,64}:\\d{1,6}$/)': 'our own number',
  'design-docs/model/catalogue/florist.ts: v.regex(/^\\d{6}$/)': 'from our own catalogue',
  'design-docs/model/orders/order.ts: v.regex(/^FLR\\d+[0-9A-Z]{3}$/)': 'our own number',
  'design-docs/model/conversations/conversation.ts: v.regex(/^FLR\\d+[0-9A-Z]{3}$/)': 'our own number',
  'design-docs/model/conversations/fold-conversation.ts: Number(Object(result).seq)': 'a number of our own',
  'design-docs/model/values/conversation-key.ts: /^message:(.+):(\\d{8})$/.exec(id)': 'our own id',
  'design-docs/model/values/conversation-key.ts: Number(seq)': 'our own id',
  'sync-server/conversations/routes.ts: v.regex(/^\\d{1,7}$/), v.transform(Number)': 'an address that the device wrote',
  'web/src/blocks/conversations/text-links.ts: const PHONE =': 'only what a phone can call becomes a link',
  "web/src/blocks/conversations/text-links.ts: replaceAll(/\\D/g, '')": 'only what a phone can call becomes a link',
  'design-docs/model/bulk/bulk-request.ts: v.regex(/^BLK\\d+[0-9A-Z]{3}$/)': 'our own number',
  'design-docs/model/support/ticket.ts: v.regex(/^SUP\\d+[0-9A-Z]{3}$/)': 'our own number',
  'web/src/features/bulk-order/bulk-form.ts: Number(readWholeNumber(typed))': 'a number that was read, or none',
  'design-docs/model/values/read-numbers.ts: Number(digits)': 'the one place that reads numbers',
  'design-docs/model/values/values.ts: v.regex(/^\\d{4}-\\d\\d-\\d\\dT': 'a time stamp',
  'design-docs/model/values/values.ts: v.regex(/^\\d+-[0-9a-f]{32}$/)': 'a revision',
  'sync-server/distances/pin-centres.ts: [Number(latitude), Number(longitude)]': 'our own table',
  "sync-server/partners/payout-record.ts: Number(id.slice(id.lastIndexOf(':')": 'an id that this file wrote',
  'sync-server/email/mail.ts: Number(new Intl.DateTimeFormat(': 'a year',
  "sync-server/uploads/upload-store.ts: Number(last.slice(last.lastIndexOf(':')": 'an id that this file wrote',
  'sync-server/accounts/login-codes.ts: Number.parseInt(keys.digest(': 'a digest',
}
const allowed = Object.keys(NOT_TYPED).map((entry) => entry.split(': ') as [path: string, text: string])

test('typed text is never read with \\d, Number() or parseInt, which know only the digits 0 to 9', () => {
  const sources = globSync('{web/src,design-docs/model,sync-server}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !TESTS.test(path) && !MACHINE_FOLDERS.some((folder) => path.startsWith(folder)))
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
  // Hind's ०–९ have the shapes of 0–9, so that a reader cannot tell which digits were typed.
  for (const digit of '०१२३४५६७८९') {
    const drawn = faces.filter((face) => holds(face, digit.codePointAt(0) ?? 0))
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.filter((face) => /hind-devanagari/.test(face))).toEqual([])
  }
})
