import { type Notice, type NoticesRead, noticesRead } from '#model'
import type { LiveQuery } from './live/live-query.ts'
import { monotonicTime } from './local/monotonic-time.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'

const oldestFirst = (a: Notice, b: Notice) => (a.at < b.at ? -1 : 1)

/** What has happened since the app was opened and the person should hear of, oldest first. */
export const newNotices: LiveQuery<Notice[]> = {
  key: 'notices/new',
  watches: ['notice:'],
  read: async ({ mailbox }) => (await mailbox.documents.newOnes<Notice>('notice')).toSorted(oldestFirst),
}

export interface NoticesView {
  /** Newest first. */
  notices: Notice[]
  /** Notices until this time have been shown on some device of the account. */
  readUntil: string
}

/** All notices of the account that are still kept. */
export const allNotices: LiveQuery<NoticesView> = {
  key: 'notices/all',
  watches: ['notice:', 'notices-read:'],
  read: async ({ mailbox }) => ({
    notices: (await mailbox.allOf('notice')).toSorted(oldestFirst).reverse(),
    readUntil: noticesRead.merge(await mailbox.leavesOf('notices-read')),
  }),
}

const noticesOf = (device: () => DataLayer) => ({
  /** Marks all notices until this time as read, on all devices of the account. */
  async markRead(until: string): Promise<void> {
    const { databases, now } = device()
    const mailbox = databases.mailbox()
    const id = noticesRead.id('all', mailbox.device)
    await mailbox.putOwn(id, async (at): Promise<NoticesRead | undefined> => {
      const known = await at.leavesOf('notices-read')
      if (noticesRead.merge(known) >= until) return undefined
      const updatedAt = monotonicTime(
        known.map((one) => one.updatedAt),
        now(),
      )
      return { _id: id, type: 'notices-read', device: mailbox.device, list: 'all', until, updatedAt }
    })
  },
})

export const notices = noticesOf(currentDataLayer)
