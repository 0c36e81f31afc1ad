import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Step } from '../core/core-document.ts'
import { type Digests, openDigests } from '../core/digest.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import { requestInMails } from './bulk-mails.ts'
import { type BulkRecord, isOpen } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'
import { suppliersOf } from './serving-suppliers.ts'

/** The prefix of the ids of the mails about the requests of ten minutes. */
export const digestMailIds = (window: string) => `mail:bulk-notification:${window}-` as const
/** The most requests that a mail lists; it says how many more there are. */
const LISTED_AT_MOST = 20

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  outbox: Pick<Outbox, 'post'>
  readRequest: BulkRequests['get']
  now: () => Date
}

/** The bulk requests of ten minutes, about which each supplier of their cities gets one mail. */
export function openBulkDigests({ couch, accounts, outbox, readRequest, now }: Needs): Digests {
  return openDigests({
    ...{ couch, now, name: 'bulk' },
    async send({ window, subjects }, step) {
      const found = await Promise.all(subjects.map(readRequest))
      const at = now().toISOString()
      const open = found.flatMap((bulk) => (bulk && isOpen(bulk, at) ? [bulk] : []))
      const readers = new Map<string, AccountRecord>()
      for (const city of new Set(open.map(({ city }) => city)))
        for (const supplier of await suppliersOf({ couch, accounts }, city)) readers.set(supplier.id, supplier)
      for (const supplier of readers.values()) await post(supplier, window, open, step)
    },
  })

  async function post(supplier: AccountRecord, window: string, open: readonly BulkRecord[], step: Step) {
    // The field is absent as long as the supplier has not touched the switch, which is on at first.
    if (supplier.emailNotices === false || supplier.lacksMailbox) return
    const theirs = open.filter(({ city, account }) => supplier.citiesServed?.includes(city) && account !== supplier.id)
    if (theirs.length === 0) return
    const requests = theirs.slice(0, LISTED_AT_MOST)
    await step('post digest', () =>
      outbox.post({
        _id: `${digestMailIds(window)}${supplier.id}`,
        ...{ kind: 'bulk-notification', to: { account: supplier.id }, language: supplier.language },
        data: {
          requests: requests.map((bulk) => ({ ...requestInMails(bulk), buyerName: bulk.buyerName })),
          more: theirs.length - requests.length,
        },
      }),
    )
  }
}
