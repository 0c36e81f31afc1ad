import type { ApplicationRow } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** The open rows of the admins' feed; undefined until this browser has received the feed once. */
export const openApplications: LiveQuery<readonly ApplicationRow[] | undefined> = {
  key: 'desk/open-applications',
  watches: ['application:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    return admin && (await admin.isComplete()) ? admin.openRows('application') : undefined
  },
}
