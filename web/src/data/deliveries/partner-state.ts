import type { LiveQuery } from '../live/live-query.ts'
import { type PartnerState, readPartnerState } from '../local/partner-state.ts'

/** The partner's fact and profile, and what the partner has asked about duty. */
export const partnerState: LiveQuery<PartnerState> = {
  key: 'deliveries/partner',
  watches: ['partner', 'account', 'intent:', 'receipt:'],
  read: ({ mailbox }) => readPartnerState(mailbox),
}
