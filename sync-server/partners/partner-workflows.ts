import { setAvailability } from '#model'
import { defineWorkflow, refused, type Workflows } from '../decider/define-workflow.ts'
import type { Payouts, TellPayout } from './payouts.ts'
import { requestPayoutWorkflow } from './request-payout.ts'

export interface PartnerStores {
  payouts: Payouts
  tellPayout: TellPayout
}

/** The workflows of partners: their duty and their money. */
export const partnerWorkflows = (stores: PartnerStores): Workflows => ({
  all: [defineWorkflow(setAvailability, async () => refused('not_understood')), requestPayoutWorkflow(stores)],
  // Nothing is cached: partners are read for each decision.
  forget() {},
})
