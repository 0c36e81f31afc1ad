import type { Notice } from '#model'
import type { LiveQuery } from './live/live-query.ts'

/** Notices of what has happened to the person's orders, oldest first. */
export const noticesOldestFirst: LiveQuery<Notice[]> = {
  key: 'notices',
  watches: ['notice:'],
  read: async ({ mailbox }) => (await mailbox.allOf('notice')).sort((a, b) => (a.at < b.at ? -1 : 1)),
}
