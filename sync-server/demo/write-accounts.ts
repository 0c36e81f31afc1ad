import type { AccountRecord } from '../accounts/account-record.ts'
import { type Claim, claimIdOf } from '../accounts/email-claims.ts'
import type { Couch } from '../couch/couch.ts'
import { newMailboxName } from '../mailboxes/mailboxes.ts'
import type { Keys } from '../settings/keys.ts'
import type { MadeUpPerson } from './generated/generate-accounts.ts'

const AT_ONCE = 500

/** Writes people without a mailbox, each of whom can sign in; returns how many there were not before. */
export async function writeAccounts({ couch, keys }: { couch: Couch; keys: Keys }, people: readonly MadeUpPerson[]) {
  const accounts = couch.db('accounts')
  let written = 0
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const made = people.slice(from, from + AT_ONCE)
    // A person who was deleted stays deleted, and nobody else is kept from the e-mail address.
    const there = await accounts.many<AccountRecord>(made.map(({ id }) => accountDocumentId(id)))
    const page = made.filter((_, n) => there[n] === undefined)
    await accounts.putAll(page.map((person) => claimOf(person, keys)))
    const answers = await accounts.putAll(page.map(recordOf))
    written += answers.filter((answer) => answer !== 'conflict').length
  }
  return written
}

const accountDocumentId = (id: string) => `account:${id}`

const claimOf = ({ id, email, createdAt }: MadeUpPerson, keys: Keys): Claim => ({
  ...{ _id: claimIdOf(email, keys), type: 'email-claim', account: id, claimedAt: createdAt },
})

const recordOf = ({ id, createdAt, ...person }: MadeUpPerson): AccountRecord => ({
  ...person,
  ...{ _id: accountDocumentId(id), type: 'account', id, version: 1, status: 'active', language: 'en' },
  mailbox: { name: newMailboxName(), generation: 1 },
  lacksMailbox: true,
  ...{ emailVerifiedAt: createdAt, createdAt },
})
