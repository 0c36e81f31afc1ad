import { type Asked, foldDuty, foldProfile, type PartnerFact, type ProfileView } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { readIntents } from '../local/kept-intents.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { getOne } from '../pouch/reads.ts'
import { recentUlids } from './recent-ulids.ts'

/** What the duty, the rating and the lifetime counts of a partner are read from, and how they want to work. */
export interface PartnerState {
  /** Undefined until the service has written the first one. */
  fact: PartnerFact | undefined
  /** What the partner asked about duty. */
  asked: Asked<'set-availability'>[]
  profile: ProfileView
}

export const partnerState: LiveQuery<PartnerState> = {
  key: 'deliveries/partner',
  watches: ['partner', 'account', 'intent:', 'receipt:'],
  read: ({ mailbox }) => read(mailbox),
}

async function read(mailbox: Mailbox): Promise<PartnerState> {
  const [fact, account, kept] = await Promise.all([
    getOne<PartnerFact>(mailbox.db, 'partner'),
    mailbox.account(),
    readIntents(mailbox, recentUlids()),
  ])
  return {
    ...{ fact, asked: kept.ofKinds('set-availability') },
    profile: foldProfile(account, kept.ofKinds('update-profile')),
  }
}

/** Whether the partner is on duty, for code without a live query: then nothing else follows the mailbox. */
export async function isOnDuty(mailbox: Mailbox, now: Date): Promise<boolean> {
  await mailbox.documents.follow()
  const { fact, asked } = await read(mailbox)
  return foldDuty(fact, asked, now).isOn
}
