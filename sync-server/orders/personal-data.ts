import { dayOf, KEPT_FOR, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { contentOf } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { removeUnsent } from '../email/personal-data.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { PersonalRecords } from '../personal-data/personal-data.ts'
import { erased } from './erase-order.ts'
import { carrierOf } from './order-conversation.ts'
import { orderFact } from './order-fact.ts'
import { HAPPENED, type OrderRecord } from './order-record.ts'
import { claimIdsOf } from './promos/promo-claims.ts'

const PAGE = 200
const ALL = 10_000
const DAY_MS = 86_400_000

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get' | 'ownerOf'>
  mailboxes: Mailboxes
  orderRecords: Kept<OrderRecord>
  now: () => Date
}

/** Orders, and the records that were written for them in other databases. */
export function ordersPersonalData({ couch, accounts, mailboxes, orderRecords, now }: Needs): PersonalRecords[] {
  const orders = couch.db('orders')
  const claims = couch.db('promo-claims')
  const core = orderRecords.store
  const upgraded = (order: OrderRecord) => orderRecords.kind.upgraded?.(order) ?? order

  // The index covers both fields and is used only if the selector names both.
  const ofAccount = (account: string) => ({ account, confirmedAt: { $gt: null } })
  const ordersOf = (account: string, limit: number) =>
    orders.find<Stored>('by-account', { selector: ofAccount(account), fields: ['_id'], limit })

  async function handOver(visitor: string, owner: { id: string; mailbox: { name: string } }) {
    for (const { _id } of await ordersOf(visitor, ALL)) {
      const decided = await core.decide<'handed over'>(_id, { at: now().toISOString() }, (order) => {
        if (order?.account !== visitor) return { refused: 'handed over' }
        const { email: _, ...content } = contentOf(order)
        return { what: HAPPENED.handedOver, content: { ...content, account: owner.id } }
      })
      // The owner's devices wait for it; the sweep repeats it if this process dies here.
      if (decided.doc?.account !== owner.id) continue
      const carrier = await carrierOf(decided.doc, { accounts, now })
      await mailboxes.put(owner.mailbox.name, orderFact(decided.doc, carrier))
    }
  }

  async function anonymise(account: string) {
    for (;;) {
      const found = await ordersOf(account, PAGE)
      for (const { _id } of found) {
        const at = now().toISOString()
        await core.decide<'other'>(_id, { at }, (order) =>
          order?.account === account ? { what: HAPPENED.erased, content: erased(order, at) } : { refused: 'other' },
        )
      }
      if (found.length < PAGE) return
    }
  }

  async function awaitedUntil(visitor: string): Promise<string | undefined> {
    const fields = ['_id', 'deliveryOn']
    const found = await orders.find<{ deliveryOn: string } & Stored>('by-account', {
      ...{ selector: ofAccount(visitor), fields, limit: ALL },
    })
    const last = found
      .map(({ deliveryOn }) => deliveryOn)
      .sort()
      .at(-1)
    return last && dayOf(new Date(Date.parse(`${last}T00:00:00+05:30`) + KEPT_FOR.visitorDays * DAY_MS))
  }

  return [
    {
      database: 'outbox',
      ids: ['mail:order-confirmation:'],
      handOver: 'A mail goes to the address that was given when it was posted.',
      erase: {
        name: 'remove confirmations',
        // A visitor's order is confirmed to an address that no index finds, so this step comes before the orders are
        // anonymised.
        async erase({ account }) {
          for (const { _id } of await ordersOf(account, ALL))
            await removeUnsent(`mail:order-confirmation:${ulidOf(_id)}`, couch)
        },
      },
      awaitedUntil: 'The order that it confirms holds the visitor.',
      exported: 'It repeats the order, which the file has.',
    },
    {
      database: 'promo-claims',
      ids: ['promo-claim:'],
      handOver: 'A visitor has none: a code that holds once needs an account.',
      erase: {
        name: 'remove promo claims',
        async erase({ account }) {
          for (const claim of await claims.range<Stored>(...claimIdsOf(account))) await claims.remove(claim)
        },
      },
      awaitedUntil: 'A visitor has none.',
      exported: 'The order that used the code names it, and the file has the order.',
    },
    {
      database: 'orders',
      ids: ['order:'],
      handOver: { name: 'hand over orders', handOver: ({ id }, account) => handOver(id, account) },
      erase: { name: 'anonymise orders', erase: ({ account }) => anonymise(account) },
      awaitedUntil,
      exported: {
        name: 'orders',
        async read({ account }) {
          const found = await orders.find<OrderRecord>('by-account', { selector: ofAccount(account), limit: ALL })
          return found.map((order) => {
            const now = upgraded(order)
            return { ...orderFact(now), email: order.email, ratingComment: order.rating?.comment }
          })
        },
      },
    },
    {
      database: 'credentials',
      ids: ['visitor-mails:'],
      handOver: 'It counts mails to an address by its keyed hash, no matter who orders.',
      erase: 'It counts mails under a keyed hash, and expires after two days.',
      awaitedUntil: 'No delivery depends on it.',
      exported: 'It counts mails under a keyed hash, and expires after two days.',
    },
  ]
}
