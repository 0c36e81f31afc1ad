import { type Asked, foldDuty, foldProfile, type PartnerFact, type ProfileView } from '#model'
import { getOne } from '../pouch/reads.ts'
import { readIntents } from './kept-intents.ts'
import type { Mailbox } from './mailbox.ts'
import { recentUlids } from './recent-ulids.ts'

/** The feeds of open deliveries: the city's of today, and before six in the morning that of yesterday. */
export const DELIVERY_FEEDS = ['deliveries', 'deliveries-before'] as const

/** What the duty, the rating and the lifetime counts of a partner are read from, and how they want to work. */
export interface PartnerState {
  /** Undefined until the service has written the first one. */
  fact: PartnerFact | undefined
  /** What the partner asked about duty. */
  asked: Asked<'set-availability'>[]
  profile: ProfileView
}

export async function readPartnerState(mailbox: Mailbox): Promise<PartnerState> {
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
  const { fact, asked } = await readPartnerState(mailbox)
  return foldDuty(fact, asked, now).isOn
}
