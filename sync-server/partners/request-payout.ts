import { requestPayout } from '#model'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { Payouts, TellPayout } from './payouts.ts'

interface Needs {
  payouts: Payouts
  tellPayout: TellPayout
}

/** Makes a payout of what is available, without waiting for Friday. */
export const requestPayoutWorkflow = ({ payouts, tellPayout }: Needs) =>
  defineWorkflow(requestPayout, async ({ id, account, receivedAt }, { step }) => {
    const payout = await payouts.make(account.id, { at: receivedAt, intent: id }, step)
    if (!payout) return refused('nothing_available')
    await tellPayout(payout, step)
    return done({ payout: `payout:${payout.n}`, rupees: payout.rupees })
  })
