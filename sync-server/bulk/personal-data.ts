import { dayOf, KEPT_FOR } from '#model'
import type { Digests } from '../core/digest.ts'
import type { Couch } from '../couch/couch.ts'
import { removeUnsent } from '../email/personal-data.ts'
import type { DeletedAccount, PersonalRecords } from '../personal-data/personal-data.ts'
import { digestMailIds } from './bulk-digest.ts'
import { confirmationMailId, interestMailId } from './bulk-mails.ts'
import type { BulkRecord } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'

const DAY_MS = 86_400_000

interface Needs {
  couch: Couch
  bulkDigests: Pick<Digests, 'about'>
  bulkRequests: BulkRequests
}

/** What buyers ask suppliers for, and what suppliers answer. */
export function bulkPersonalData({ couch, bulkDigests, bulkRequests }: Needs): PersonalRecords[] {
  const ofDeleted = ({ account, adopted }: DeletedAccount) => bulkRequests.of([account, ...adopted])

  /** Removes unsent mails about the request: its confirmation, and the digests that name the buyer. */
  async function removeMails(bulk: BulkRecord) {
    await removeUnsent(confirmationMailId(bulk), couch)
    for (const window of await bulkDigests.about(bulk._id, bulk.postedAt)) {
      const ids = digestMailIds(window)
      for (const mail of await couch.db('outbox').ids(ids, `${ids}\uffff`)) await removeUnsent(mail, couch)
    }
  }

  async function eraseRequests(deleted: DeletedAccount) {
    const { account, adopted } = deleted
    for (const one of [account, ...adopted]) await bulkRequests.erase(one)
    for (const bulk of await bulkRequests.eraseSupplier(account))
      await removeUnsent(interestMailId(bulk, account), couch)
  }

  async function awaitedUntil(visitor: string): Promise<string | undefined> {
    const days = (await bulkRequests.of([visitor])).map(({ state, deliveryDate, changedAt }) =>
      state === 'withdrawn' ? dayOf(new Date(changedAt)) : deliveryDate,
    )
    const last = days.toSorted().at(-1)
    return last && dayOf(new Date(Date.parse(`${last}T00:00:00+05:30`) + KEPT_FOR.visitorDays * DAY_MS))
  }

  return [
    {
      database: 'outbox',
      ids: ['mail:bulk-order-confirmation:'],
      handOver: 'A mail goes to the address that was given when it was posted.',
      erase: {
        name: 'remove mails about bulk requests',
        // The address that a visitor gave is found by no index, so this step comes before the requests are emptied.
        async erase(deleted) {
          for (const bulk of await ofDeleted(deleted)) await removeMails(bulk)
        },
      },
      awaitedUntil: 'The request that it confirms holds the visitor.',
      exported: 'It repeats the request, which the file has.',
    },
    {
      database: 'bulk-requests',
      ids: ['bulk:'],
      handOver: { name: 'hand over bulk requests', handOver: ({ id }, account) => bulkRequests.handOver(id, account) },
      erase: { name: 'anonymise bulk requests', erase: eraseRequests },
      awaitedUntil,
      exported: {
        name: 'bulkRequests',
        // What suppliers have of others' requests, and how buyers reach them, is in the mailbox.
        read: async ({ account, adopted }) => (await bulkRequests.of([account, ...adopted])).map(requestAsExported),
      },
    },
  ]
}

const requestAsExported = (bulk: BulkRecord) => {
  const { number, account, postedAt, state, changedAt, buyerName, phone, email, city, deliveryAddress } = bulk
  const { flowerTypes, quantity, quantityUnit, deliveryDate, additionalNotes, agreedWith } = bulk
  return {
    ...{ number, account, postedAt, state, changedAt, buyerName, phone, email, city, deliveryAddress },
    ...{ flowerTypes, quantity, quantityUnit, deliveryDate, additionalNotes, agreedWith },
  }
}
