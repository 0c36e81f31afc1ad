import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
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

/** A file for a spreadsheet: with a byte order mark, and a `'` before what the program would run as a formula. */
export function usersCsv(users: readonly User[]): Readable {
  const file = stringify({
    bom: true,
    header: true,
    columns: COLUMNS.map(([header]) => header),
    escape_formulas: true,
    record_delimiter: 'windows',
    // By itself it quotes only what has both in a row, and a lone one would begin a row of its own.
    quoted_match: /[\r\n]/,
  })
  return Readable.from(rowsOf(users)).pipe(file)
}

function* rowsOf(users: readonly User[]) {
  for (const user of users) yield COLUMNS.map(([, read]) => read(user))
}
