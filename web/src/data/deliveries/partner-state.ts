import type { LiveQuery } from '../live/live-query.ts'
import { type PartnerState, readPartnerState } from '../local/partner-state.ts'

/** The partner's duty, rating, lifetime counts and profile, with what was asked folded in or beside it. */
export const partnerState: LiveQuery<PartnerState> = {
  key: 'deliveries/partner',
  watches: ['partner', 'account', 'intent:', 'receipt:'],
  read: ({ mailbox }) => readPartnerState(mailbox),
}
