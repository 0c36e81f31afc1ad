import { lastRoundOf, orderId } from '#model'
import { accountHolder } from '../accounts/account-holder.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ReadSubject } from '../conversations/conversations.ts'
import type { CoreStore } from '../core/core-store.ts'
import { isConversationOpen } from '../orders/order-conversation.ts'
import { firstName } from '../orders/order-fact.ts'
import type { OrderRecord } from '../orders/order-record.ts'

interface Needs {
  orders: Pick<CoreStore<OrderRecord>, 'read'>
  accounts: Pick<Accounts, 'get' | 'ownerOf'>
  now: () => Date
}

/** Reads the order that its customer and a partner who has or had it write about; undefined for a visitor's order. */
export const openOrderSubject =
  ({ orders, accounts, now }: Needs): ReadSubject =>
  async (ulid, partner) => {
    const order = await orders.read(orderId(ulid))
    if (!order || !lastRoundOf(order.delivery, partner)) return undefined
    const customer = await accountHolder(accounts, order.account)
    if (!customer) return undefined
    const carrier = await accounts.get(partner)
    const isOpen = carrier?.status === 'active' && isConversationOpen(order, partner, now())
    return {
      ...{ owner: customer.id, number: order.number, isOpen },
      names: isOpen ? { owner: firstName(customer), counterpart: firstName(carrier) } : { owner: '', counterpart: '' },
    }
  }
