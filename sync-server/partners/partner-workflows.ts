import type { Workflows } from '../decider/define-workflow.ts'
import type { Duty } from './duty.ts'
import type { Payouts, TellPayout } from './payouts.ts'
import { requestPayoutWorkflow } from './request-payout.ts'
import { setAvailabilityWorkflow, type TellPartner } from './set-availability.ts'

export interface PartnerStores {
  payouts: Payouts
  tellPayout: TellPayout
  partners: Duty
  tellPartner: TellPartner
}

/** The workflows of partners: their duty and their money. */
export const partnerWorkflows = (stores: PartnerStores): Workflows => ({
  all: [setAvailabilityWorkflow(stores), requestPayoutWorkflow(stores)],
  // Nothing is cached: partners are read for each decision.
  forget() {},
})
