import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Payable } from '../partners/payouts.ts'

const COLUMNS: readonly [header: string, read: (payable: Payable) => string][] = [
  ['Name', ({ payout }) => payout.payee?.name ?? ''],
  ['Account', ({ account }) => account.number],
  ['IFSC', ({ account }) => account.ifsc],
  ['Amount', ({ payout }) => String(payout.rupees)],
  ['Reference', ({ payout }) => referenceOf(payout)],
]

/** What the bank writes beside the amount. No account has two payouts with one number. */
const referenceOf = ({ partner, n }: Payable['payout']) => `MOGRA-${partner.slice(0, 8).toUpperCase()}-${n}`

/** The bank's file: with a byte order mark, and a `'` before what a spreadsheet would run as a formula. */
export function payoutsCsv(payables: readonly Payable[]): Readable {
  const file = stringify({
    bom: true,
    header: true,
    columns: COLUMNS.map(([header]) => header),
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
  return Readable.from(payables.map((payable) => COLUMNS.map(([, read]) => read(payable)))).pipe(file)
}
