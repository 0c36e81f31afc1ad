import { ulidOf } from '#model'
import type { AccessLog } from '../accounts/access-log.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { adoptionId } from '../accounts/deletion/visitor-merge.ts'
import type { EmailClaims } from '../accounts/email-claims.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Couch } from '../couch/couch.ts'
import type { Store, Stored } from '../couch/store.ts'
import { removeMovedMailboxes, removeMoveRecords } from '../mailboxes/move-mailbox.ts'
import { type OrderRecord, remainderOf } from '../orders/orders.ts'
import { claimIdsOf } from '../orders/promos/promo-claims.ts'
import type { Identities } from '../social/identities.ts'
import { type Ticket, ticketMailId, ticketsOf } from '../support/tickets.ts'

/** Who is to be forgotten. */
export interface DeletedAccount {
  account: string
  email: string
  mailbox: string
  /** Visitors who turned out to be this person. */
  adopted: string[]
  /** Since when all is gone, for the second look; what was under way may have written something since. */
  clearedAt?: string
}

export interface DeletionNeeds {
  couch: Couch
  accounts: Pick<Accounts, 'end'>
  sessions: Sessions
  emailClaims: EmailClaims
  accessLog: AccessLog
  socialIdentities: Identities
}

interface DeletionStep {
  name: string
  erase(ended: DeletedAccount, needs: DeletionNeeds): Promise<void>
}

const PAGE = 200
const ALL = 10_000

/** What is erased of an account, in this order; each safe to repeat. Whoever keeps something new of people adds to it. */
export const deletionSteps: readonly DeletionStep[] = [
  { name: 'cut off sessions', erase: ({ account }, { sessions }) => sessions.cutOff(account) },
  { name: 'remove mailbox', erase: ({ mailbox }, { couch }) => couch.destroyDatabase(mailbox) },
  { name: 'remove moved mailboxes', erase: forgetMoves },
  { name: 'free e-mail', erase: ({ account, email }, { emailClaims }) => emailClaims.free(email, account) },
  { name: 'remove credentials', erase: removeCredentials },
  { name: 'unlink providers', erase: ({ account }, { socialIdentities }) => socialIdentities.unlink(account) },
  { name: 'remove mails', erase: removeMails },
  { name: 'remove confirmations', erase: removeConfirmations },
  { name: 'remove tickets', erase: removeTickets },
  { name: 'remove promo claims', erase: removePromoClaims },
  { name: 'anonymise orders', erase: anonymiseOrders },
  { name: 'erase audit', erase: ({ account }, { accessLog }) => accessLog.erase(account) },
  { name: 'end adopted visitors', erase: endAdopted },
  { name: 'remove parked intents', erase: removeParked },
]

/** The notes last: by them the second look finds what a move under way still made. */
async function forgetMoves({ account, clearedAt }: DeletedAccount, { couch }: DeletionNeeds) {
  await removeMovedMailboxes(couch, account)
  if (clearedAt !== undefined) await removeMoveRecords(couch, account)
}

async function removeCredentials({ account }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('credentials')
  for (const kind of ['login-codes', 'deletion-codes', 'verification', 'registrants', 'password'])
    await removeAnyRevision(`${kind}:${account}`, store)
}

/** Again, until no newer revision comes between. */
async function removeAnyRevision(
  id: string,
  store: Store,
  isKept: (doc: { status?: string }) => boolean = () => false,
) {
  for (;;) {
    const doc = await store.get<{ status?: string }>(id)
    if (!doc || isKept(doc) || (await store.remove(doc)) === 'removed') return
  }
}

/** One that is being sent right now is written once more by its sender, who keeps nothing of anybody then. */
async function removeMails({ account, email }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('outbox')
  const find = (index: string, selector: Record<string, string>) =>
    store.find<Stored>(index, { selector, fields: ['_id', '_rev'], limit: ALL })
  const byEmail = async () => [
    ...(await find('by-address', { type: 'mail', to: email })),
    ...(await find('by-customer', { type: 'mail', 'data.customerEmail': email })),
  ]
  const mails = [...(await find('by-account', { 'to.account': account })), ...(email === '' ? [] : await byEmail())]
  for (const mail of mails) await store.remove(mail)
}

/** What a visitor ordered is confirmed to an address that no index leads to. */
async function removeConfirmations({ account }: DeletedAccount, { couch }: DeletionNeeds) {
  for (const { _id } of await ordersOf(account, couch, ALL))
    await removeUnsent(`mail:order-confirmation:${ulidOf(_id)}`, couch)
}

const removeUnsent = (id: string, couch: Couch) =>
  removeAnyRevision(id, couch.db('outbox'), ({ status }) => status === 'sent')

/** The first look takes their words alone: by the tickets the second finds the mail that a report under way still posted. */
async function removeTickets({ account, adopted, clearedAt }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('tickets')
  for (const { _id } of await ticketsOf([account, ...adopted], couch)) {
    await removeUnsent(ticketMailId(ulidOf(_id)), couch)
    await store.update<Ticket>(_id, (ticket) => (ticket?.message ? { ...ticket, message: '' } : undefined))
    if (clearedAt !== undefined) await removeAnyRevision(_id, store)
  }
}

/** Their records name the account; all else of them went when they were adopted. */
async function endAdopted({ adopted }: DeletedAccount, { couch, accounts, accessLog }: DeletionNeeds) {
  for (const visitor of adopted) {
    // Not everything of theirs is handed over yet: the adoption finds that the account has ended, and ends them.
    if (await couch.db('work').get(adoptionId(visitor))) continue
    await accounts.end(visitor)
    await accessLog.erase(visitor)
  }
}

/** They are few, and stand in no index. */
async function removeParked({ account, adopted }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('work')
  for (const parked of await store.range<{ account: string }>('parked:', 'parked:\uffff'))
    if ([account, ...adopted].includes(parked.account)) await store.remove(parked)
}

async function removePromoClaims({ account }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('promo-claims')
  for (const claim of await store.range<Stored>(...claimIdsOf(account))) await store.remove(claim)
}

// The index holds both, and is used only where both are asked for.
const ordersOf = (account: string, couch: Couch, limit: number) =>
  couch
    .db('orders')
    .find<Stored>('by-account', { selector: { account, confirmedAt: { $gt: null } }, fields: ['_id'], limit })

async function anonymiseOrders({ account }: DeletedAccount, { couch }: DeletionNeeds) {
  const store = couch.db('orders')
  for (;;) {
    const found = await ordersOf(account, couch, PAGE)
    for (const { _id } of found)
      await store.update<OrderRecord>(_id, (order) => (order?.account === account ? remainderOf(order) : undefined))
    if (found.length < PAGE) return
  }
}
