import type { Couch } from '../../couch/couch.ts'
import type { AccountRecord } from '../account-record.ts'
import type { Caller } from '../known-devices.ts'

/** The data that a person enters about themselves when they register. */
export type Typed = Required<Pick<AccountRecord, 'name' | 'phone' | 'city'>> & Pick<AccountRecord, 'language'>

/**
 * Repeated registrations of an e-mail that is not verified yet, perhaps by its owner, perhaps by a stranger. Nothing of
 * them changes the account before the e-mail is verified, and then only the data entered at the caller that verifies
 * it.
 */
export interface PendingRegistrations {
  note(account: string, from: Caller, typed: Typed): Promise<void>
  typedBy(account: string, from: Caller): Promise<Typed | undefined>
}

interface RegistrantsRecord {
  _id: string
  type: 'registrants'
  account: string
  /** One for each caller, the latest last. */
  registrants: { address: string; typed: Typed }[]
  expiresAt: string
}

/** The registration is kept as long as the mailed link is valid. */
const KEPT_MS = 86_400_000
const AT_MOST = 10

export function openPendingRegistrations({ couch, now }: { couch: Couch; now: () => Date }): PendingRegistrations {
  const store = couch.db('credentials')
  const idOf = (account: string) => `registrants:${account}`

  return {
    async note(account, { key }, typed) {
      await store.update<RegistrantsRecord>(idOf(account), (before) => {
        const others = (before?.registrants ?? []).filter(({ address }) => address !== key)
        return {
          ...{ _id: idOf(account), type: 'registrants', account },
          registrants: [...others, { address: key, typed }].slice(-AT_MOST),
          expiresAt: new Date(now().getTime() + KEPT_MS).toISOString(),
        }
      })
    },

    async typedBy(account, { key }) {
      const record = await store.get<RegistrantsRecord>(idOf(account))
      return record?.registrants.find(({ address }) => address === key)?.typed
    },
  }
}
