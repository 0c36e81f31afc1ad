import { contentOf } from '../core/core-document.ts'

import type { Payouts } from '../partners/payouts.ts'

/** A payout of the demo is paid after this time. */
const PAID_AFTER_MS = 15_000

/** Pays the payouts that have waited long enough. Those without a bank account or in a bank file wait for an admin. */
export async function payWaitingPayouts(payouts: Payouts, now: Date): Promise<void> {
  const due = new Date(now.getTime() - PAID_AFTER_MS).toISOString()
  for (const { _id, at } of await payouts.list('to_pay')) if (at <= due) await payNow(payouts, _id, now)
}

/** Marks a payout as paid with a made-up bank reference, as an admin does; the sweep tells the partner. */
export async function payNow({ kept }: Pick<Payouts, 'kept'>, id: string, at: Date): Promise<void> {
  await kept.store.decide<'not to pay'>(id, { at: at.toISOString() }, (payout) =>
    payout?.state === 'to_pay' && payout.payee?.bankAccountEnds !== undefined
      ? {
          what: 'paid',
          content: { ...contentOf(payout), state: 'paid', reference: `DEMO${String(at.getTime()).slice(0, 10)}` },
        }
      : { refused: 'not to pay' },
  )
}
