import { buffer } from 'node:stream/consumers'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { usersCsv } from './users-csv.ts'
import type { User } from './users-index.ts'

const user = (name: string): User => ({
  ...{ id: 'u1', name, email: 'asha@example.in', phone: '+91 98290 11420', city: 'jaipur', role: 'SUPPLIER' },
  ...{ status: 'active', createdAt: '2026-11-21T10:00:00.000Z' },
})

/** Reads a file as a spreadsheet does (RFC 4180): quoted cells, doubled quotes, line ends within quotes. */
function read(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && row.length === 0) break
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const saved = async (names: readonly string[]) => buffer(usersCsv(names.map(user)))
const withoutMark = (bytes: Buffer) => bytes.toString('utf8').slice(1)

const HARMLESS = ['काव्या मेनन', 'Rao, Asha', 'Asha "Ash" Rao', 'two\nlines', "O'Neill", '100% =fresh']
const FORMULAS = ['=cmd()', '+1', '-2+3', '@SUM(A1)', '\t=cmd()', '\r=cmd()', '=HYPERLINK("http://evil.example","x")']

test('a file of people begins with the mark of UTF-8, so that a spreadsheet reads Hindi names', async () => {
  expect([...(await saved(['काव्या'])).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('names keep every letter, and a name that a spreadsheet would run is text', async () => {
  const [header, ...rows] = read(withoutMark(await saved([...HARMLESS, ...FORMULAS])))
  expect(rows.map(([, name]) => name)).toEqual([...HARMLESS, ...FORMULAS.map((name) => `'${name}`)])
  for (const row of rows) {
    expect(row).toHaveLength(header?.length ?? 0)
    expect(row.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  }
  expect(rows[0]?.slice(2, 8)).toEqual([
    ...['asha@example.in', "'+91 98290 11420", 'Jaipur', 'SUPPLIER', 'WHOLESALE_SUPPLIER', 'active'],
  ])
})

test('a long file has one mark and one header, and everybody in order', async () => {
  const names = Array.from({ length: 1_234 }, (_, n) => `Asha ${n}`)
  const file = withoutMark(await saved(names))
  expect(file).not.toContain('\ufeff')
  expect(read(file).map(([, name]) => name)).toEqual(['Name', ...names])
})

test.each([
  ['quotes every cell and ends lines as Unix does', { quoted: true, record_delimiter: 'unix' } as const],
  [
    'quotes only what it must and ends lines as Windows does',
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const,
  ],
])('a program that %s saves the file again without a change', async (_, style) => {
  const cells = read(withoutMark(await saved([...HARMLESS, ...FORMULAS])))
  expect(read(stringify(cells, style))).toEqual(cells)
})
