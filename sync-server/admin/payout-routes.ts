import * as v from 'valibot'
import { payoutId, shortText, ulid } from '#model'
import { problem } from '../http/problem.ts'
import type { PayoutRecord } from '../partners/payout-record.ts'
import type { PayoutOutcome } from '../partners/payouts.ts'
import { type AdminScope, freshCode, reading } from './admin-scope.ts'
import { payoutsCsv } from './payouts-csv.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(1))
/** The same ULID again is the same file again. `again`: nothing that came since is added. */
const Export = v.object({ batch: ulid, again: v.optional(v.boolean(), false) })
/** The bank's reference: a UTR number. */
const Paid = v.object({ version, reference: shortText })
const Failed = v.object({ version, reason: shortText })

const STATUS = { payout_unknown: 404, payout_changed: 409, not_exported: 409 } as const
/** How many that have ended are shown. */
const ENDED = 200

/** The payouts: what is to be paid, the bank's file, and what became of each. */
export function payoutRoutes({ routes, services, adminOf }: AdminScope): void {
  const { accessLog, payouts, sweep, now } = services

  routes.get('/payouts', reading, async () => {
    const [toPay, exported, paid, failed] = await Promise.all([
      payouts.list('to_pay'),
      payouts.list('exported'),
      payouts.list('paid', ENDED),
      payouts.list('failed', ENDED),
    ])
    const listed = [...toPay, ...exported, ...paid, ...failed]
    return { at: now().toISOString(), payouts: listed.map(shown) }
  })

  // It marks what it returns as exported, so it is no GET; and it is the only place that shows whole account numbers.
  routes.post('/payouts/export', { ...freshCode, schema: { body: Export } }, async (request, reply) => {
    const { account } = adminOf(request)
    const { batch, again } = request.body
    await accessLog.note('payouts-exported', account.id, request, batch)
    const payables = await payouts.exportBatch(batch, account.id, again)
    sweep.sweepSoon()
    if (payables.length === 0) throw problem(409, 'nothing_to_export')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="mogra-payouts-${batch}.csv"`)
      .header('cache-control', 'no-store')
      .send(payoutsCsv(payables))
  })

  routes.post('/payouts/:id/paid', { ...freshCode, schema: { body: Paid } }, async (request) =>
    settle(request, { ...request.body, state: 'paid', by: adminOf(request).account.id }),
  )

  routes.post('/payouts/:id/failed', { ...freshCode, schema: { body: Failed } }, async (request) =>
    settle(request, { ...request.body, state: 'failed', by: adminOf(request).account.id }),
  )

  async function settle(request: Parameters<typeof adminOf>[0], outcome: PayoutOutcome) {
    const { id } = request.params as { id: string }
    if (!v.is(payoutId, id)) throw problem(404, 'payout_unknown')
    const decided = await payouts.settle(id, outcome)
    if ('refused' in decided) throw problem(STATUS[decided.refused], decided.refused)
    sweep.sweepSoon()
    await accessLog.note('payout-settled', outcome.by, request, id)
    return shown(decided.doc)
  }
}

/** Field by field: of the bank account only its end. */
function shown({
  _id,
  version,
  n,
  state,
  rupees,
  earnings,
  at,
  payee,
  batch,
  reference,
  reason,
  entries,
}: PayoutRecord) {
  return {
    ...{ id: _id, version, n, state, rupees, earnings: earnings.length, at, changedAt: entries.at(-1)?.at ?? at },
    ...payee,
    ...(batch !== undefined && { batch }),
    ...(reference !== undefined && { reference }),
    ...(reason !== undefined && { reason }),
  }
}
