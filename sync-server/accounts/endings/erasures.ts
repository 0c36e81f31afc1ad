import { ulidOf } from '#model'
import type { Couch } from '../../couch/couch.ts'
import type { Store, Stored } from '../../couch/store.ts'
import { removeMoved, removeMoves } from '../../mailboxes/move-mailbox.ts'
import type { Identities } from '../../social/identities.ts'
import { type OrderRecord, remainderOf } from '../../workflows/orders.ts'
import { claimIdsOf } from '../../workflows/promos/promo-claims.ts'
import { type Ticket, ticketMailId, ticketsOf } from '../../workflows/tickets.ts'
import type { Accounts } from '../accounts.ts'
import type { AccessAudit } from '../audit.ts'
import type { EmailClaims } from '../email-claims.ts'
import type { Sessions } from '../sessions.ts'
import { adoptionId } from './adoptions.ts'

/** Who is to be forgotten. */
export interface Ended {
  account: string
  email: string
  mailbox: string
  /** Visitors who turned out to be this person. */
  adopted: string[]
  /** Since when all is gone, for the second look; what was under way may have written something since. */
  clearedAt?: string
}

export interface ErasureNeeds {
  couch: Couch
  accounts: Pick<Accounts, 'end'>
  sessions: Sessions
  claims: EmailClaims
  accessAudit: AccessAudit
  socialIdentities: Identities
}

interface Erasure {
  name: string
  erase(ended: Ended, needs: ErasureNeeds): Promise<void>
}

const PAGE = 200
const ALL = 10_000

/** What is erased of an account, in this order; each safe to repeat. Whoever keeps something new of people adds to it. */
export const erasures: readonly Erasure[] = [
  { name: 'cut off sessions', erase: ({ account }, { sessions }) => sessions.cutOff(account) },
  { name: 'remove mailbox', erase: ({ mailbox }, { couch }) => couch.destroyDatabase(mailbox) },
  { name: 'remove moved mailboxes', erase: forgetMoves },
  { name: 'free e-mail', erase: ({ account, email }, { claims }) => claims.free(email, account) },
  { name: 'remove credentials', erase: removeCredentials },
  { name: 'unlink providers', erase: ({ account }, { socialIdentities }) => socialIdentities.unlink(account) },
  { name: 'remove mails', erase: removeMails },
  { name: 'remove confirmations', erase: removeConfirmations },
  { name: 'remove tickets', erase: removeTickets },
  { name: 'remove promo claims', erase: removePromoClaims },
  { name: 'anonymise orders', erase: anonymiseOrders },
  { name: 'erase audit', erase: ({ account }, { accessAudit }) => accessAudit.erase(account) },
  { name: 'end adopted visitors', erase: endAdopted },
  { name: 'remove parked intents', erase: removeParked },
]

/** The notes last: by them the second look finds what a move under way still made. */
async function forgetMoves({ account, clearedAt }: Ended, { couch }: ErasureNeeds) {
  await removeMoved(couch, account)
  if (clearedAt !== undefined) await removeMoves(couch, account)
}

async function removeCredentials({ account }: Ended, { couch }: ErasureNeeds) {
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
async function removeMails({ account, email }: Ended, { couch }: ErasureNeeds) {
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
async function removeConfirmations({ account }: Ended, { couch }: ErasureNeeds) {
  for (const { _id } of await ordersOf(account, couch, ALL))
    await removeUnsent(`mail:order-confirmation:${ulidOf(_id)}`, couch)
}

const removeUnsent = (id: string, couch: Couch) =>
  removeAnyRevision(id, couch.db('outbox'), ({ status }) => status === 'sent')

/** The first look takes their words alone: by the tickets the second finds the mail that a report under way still posted. */
async function removeTickets({ account, adopted, clearedAt }: Ended, { couch }: ErasureNeeds) {
  const store = couch.db('tickets')
  for (const { _id } of await ticketsOf([account, ...adopted], couch)) {
    await removeUnsent(ticketMailId(ulidOf(_id)), couch)
    await store.update<Ticket>(_id, (ticket) => (ticket?.message ? { ...ticket, message: '' } : undefined))
    if (clearedAt !== undefined) await removeAnyRevision(_id, store)
  }
}

/** Their records name the account; all else of them went when they were adopted. */
async function endAdopted({ adopted }: Ended, { couch, accounts, accessAudit }: ErasureNeeds) {
  for (const visitor of adopted) {
    // Not everything of theirs is handed over yet: the adoption finds that the account has ended, and ends them.
    if (await couch.db('work').get(adoptionId(visitor))) continue
    await accounts.end(visitor)
    await accessAudit.erase(visitor)
  }
}

/** They are few, and stand in no index. */
async function removeParked({ account, adopted }: Ended, { couch }: ErasureNeeds) {
  const store = couch.db('work')
  for (const parked of await store.range<{ account: string }>('parked:', 'parked:\uffff'))
    if ([account, ...adopted].includes(parked.account)) await store.remove(parked)
}

async function removePromoClaims({ account }: Ended, { couch }: ErasureNeeds) {
  const store = couch.db('promo-claims')
  for (const claim of await store.range<Stored>(...claimIdsOf(account))) await store.remove(claim)
}

// The index holds both, and is used only where both are asked for.
const ordersOf = (account: string, couch: Couch, limit: number) =>
  couch
    .db('orders')
    .find<Stored>('by-account', { selector: { account, confirmedAt: { $gt: null } }, fields: ['_id'], limit })

async function anonymiseOrders({ account }: Ended, { couch }: ErasureNeeds) {
  const store = couch.db('orders')
  for (;;) {
    const found = await ordersOf(account, couch, PAGE)
    for (const { _id } of found)
      await store.update<OrderRecord>(_id, (order) => (order?.account === account ? remainderOf(order) : undefined))
    if (found.length < PAGE) return
  }
}
