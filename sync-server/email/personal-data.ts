import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'
import type { Stored } from '../couch/store.ts'
import type { DeletedAccount, PersonalRecords } from '../personal-data/personal-data.ts'

const ALL = 10_000

/** Removes the mail unless it was sent: what is kept of a sent mail is not personal. */
export const removeUnsent = (id: string, couch: Couch) =>
  removeAnyRevision(id, couch.db('outbox'), ({ status }) => status === 'sent')

/** Mails to people and about them. */
export function emailPersonalData({ couch }: { couch: Couch }): PersonalRecords[] {
  const store = couch.db('outbox')
  const find = (index: string, selector: Record<string, string>) =>
    store.find<Stored>(index, { selector, fields: ['_id', '_rev'], limit: ALL })

  /** A mail that is being sent right now is written once more by its sender, without anything personal. */
  async function removeMails({ account, email }: DeletedAccount) {
    const byEmail = async () => [
      ...(await find('by-address', { type: 'mail', to: email })),
      ...(await find('by-customer', { type: 'mail', 'data.customerEmail': email })),
    ]
    const mails = [...(await find('by-account', { 'to.account': account })), ...(email === '' ? [] : await byEmail())]
    for (const mail of mails) await store.remove(mail)
  }

  return [
    {
      database: 'outbox',
      ids: ['mail:'],
      handOver: 'A mail goes to the address that was given when it was posted.',
      erase: { name: 'remove mails', erase: removeMails },
      awaitedUntil: 'A mail is sent within a day, or given up.',
      exported: 'A mail repeats what other parts of the file hold, and what remains of a sent one names nobody.',
    },
  ]
}
