import { foldProfile, type ProfileView } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

export type { ProfileChange, ProfileView } from '#model'

/** The account with the changes applied that are not decided yet. */
export const ownProfile: LiveQuery<ProfileView> = {
  key: 'profile',
  watches: ['account', 'intent:', 'receipt:'],
  read: async ({ mailbox }) => foldProfile(await mailbox.account(), await mailbox.openIntents('update-profile')),
}
