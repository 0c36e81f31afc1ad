import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Digests, openDigests } from '../core/digest.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { Applications } from './applications.ts'

/** The applications of ten minutes that became ready for a decision, about which each admin gets one mail. */
export type ApplicationDigests = Digests

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  deskSettings: Pick<SettingsStore, 'get'>
  outbox: Outbox
  readApplication: Applications['get']
  now: () => Date
}

export function openApplicationDigests(needs: Needs): ApplicationDigests {
  const { couch, accounts, deskSettings, outbox, readApplication, now } = needs

  /** Leaves out applications that were decided since. */
  async function stillOpen(ids: readonly string[]): Promise<ApplicationRecord[]> {
    const found = await Promise.all(ids.map((id) => readApplication(id)))
    return found.flatMap((one) => (one?.state === 'pending_verification' ? [one] : []))
  }

  /** The view may lag. */
  async function admins(): Promise<AccountRecord[]> {
    const ids = await couch.db('accounts').idsByKey('by-role', 'ADMIN')
    const records = await Promise.all(ids.map((id) => accounts.get(id.slice('account:'.length))))
    return records.flatMap((record) => (record?.status === 'active' && record.role === 'ADMIN' ? [record] : []))
  }

  const post = (window: string, admin: AccountRecord, counts: { partners: number; suppliers: number }) =>
    outbox.post({
      _id: `mail:new-applications:applications-${window}-${admin.id}`,
      kind: 'new-applications',
      to: { account: admin.id },
      language: admin.language,
      data: { name: admin.name, ...counts },
    })

  return openDigests({
    ...{ couch, now, name: 'applications' },
    async send({ window, subjects }, step) {
      const open = await stillOpen(subjects)
      if (open.length === 0 || !(await deskSettings.get()).emailNotifications) return
      const partners = open.filter(({ form }) => form?.type === 'driver').length
      const counts = { partners, suppliers: open.length - partners }
      for (const admin of await admins()) await step('post digest', () => post(window, admin, counts))
    },
  })
}
