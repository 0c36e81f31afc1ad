import type { Notice } from '#model'
import type { LiveQuery } from './live/live-query.ts'

/** What has happened since the app was opened and the person should hear of, oldest first. */
export const newNotices: LiveQuery<Notice[]> = {
  key: 'notices/new',
  watches: ['notice:'],
  read: async ({ mailbox }) =>
    (await mailbox.documents.newOnes<Notice>('notice')).toSorted((a, b) => (a.at < b.at ? -1 : 1)),
}
