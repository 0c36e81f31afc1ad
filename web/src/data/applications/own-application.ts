import { APPLICATION_ROLES, type Application } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** The person's last application; undefined if there is none, or if it was approved and the account has another role now. */
export const ownApplication: LiveQuery<Application | undefined> = {
  key: 'applications/own',
  watches: ['application:', 'account'],
  async read({ mailbox }) {
    const last = (await mailbox.allOf('application')).at(-1)
    if (last?.state !== 'approved') return last
    const account = await mailbox.account()
    return account?.role === APPLICATION_ROLES[last.applicationType] ? last : undefined
  },
}
