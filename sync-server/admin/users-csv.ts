import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'
import { findCity } from '#model'
import type { User } from './users-index.ts'

/** The columns of the specification, in its order. */
const COLUMNS: readonly [header: string, read: (user: User) => string][] = [
  ['ID', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['E-mail', ({ email }) => email],
  ['Phone', ({ phone }) => phone ?? ''],
  ['City', ({ city }) => (city === undefined ? '' : (findCity(city)?.name.en ?? city))],
  ['Role', ({ role }) => role],
  ['Type', ({ role }) => (role === 'SUPPLIER' ? 'WHOLESALE_SUPPLIER' : role)],
  ['Status', ({ status }) => status],
  ['Created At', ({ createdAt }) => createdAt],
  ['Business Name', ({ businessName }) => businessName ?? ''],
  ['Vehicle Type', ({ vehicleType }) => vehicleType ?? ''],
]

const STYLE: Options = {
  columns: COLUMNS.map(([header]) => header),
  escape_formulas: true,
  record_delimiter: 'windows',
  // By itself it quotes only what has both in a row, and a lone one would begin a row of its own.
  quoted_match: /[\r\n]/,
}
/** A row by itself costs a write to the connection; all at once would keep other requests waiting. */
const ROWS_AT_ONCE = 500

/** A file for a spreadsheet: with a byte order mark, and a `'` before what the program would run as a formula. */
export const usersCsv = (users: readonly User[]): Readable => Readable.from(piecesOf(users))

function* piecesOf(users: readonly User[]) {
  yield stringify([], { ...STYLE, bom: true, header: true })
  for (let from = 0; from < users.length; from += ROWS_AT_ONCE) {
    const rows = users.slice(from, from + ROWS_AT_ONCE).map((user) => COLUMNS.map(([, read]) => read(user)))
    yield stringify(rows, STYLE)
  }
}
