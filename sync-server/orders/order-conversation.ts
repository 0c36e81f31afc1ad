import { currentRound, lastRoundOf, orderConversation, type Round, ulidOf } from '#model'
import { accountHolder } from '../accounts/account-holder.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { dropOf, forgottenAt, isForgotten } from './erase-order.ts'
import { type Carrier, NOBODY } from './order-fact.ts'
import type { Drop, OrderRecord } from './order-record.ts'

/**
 * Returns what a partner's copy of the order says of the customer. Returns undefined once the partner no longer needs
 * it, and if the customer's account is deleted and nothing was kept for a partner.
 */
export function dropSeenIn(round: Round, order: OrderRecord): Drop | undefined {
  if (isForgotten(round)) return undefined
  if (order.delivery.drop) return order.delivery.drop
  return order.account === NOBODY ? undefined : dropOf(order)
}

/**
 * Returns whether the customer and this partner can write to each other: while the partner sees the customer's contact.
 */
export function isConversationOpen(order: OrderRecord, partner: string, now: Date): boolean {
  const round = lastRoundOf(order.delivery, partner)?.round
  if (!round || !dropSeenIn(round, order)) return false
  // The copy may be emptied later than at its deadline.
  const endsAt = forgottenAt(order.delivery, round)
  return endsAt === undefined || now.toISOString() < endsAt
}

interface Needs {
  accounts: Pick<Accounts, 'get' | 'ownerOf'>
  now: () => Date
}

/**
 * Returns the key of the conversation that the customer and this partner can write in now; undefined if there is none.
 */
export async function openConversationOf(
  order: OrderRecord,
  partner: string,
  { accounts, now }: Needs,
): Promise<string | undefined> {
  if (!isConversationOpen(order, partner, now())) return undefined
  return (await accountHolder(accounts, order.account)) && orderConversation(ulidOf(order._id), partner)
}

/**
 * Reads who has the delivery, for the customer's copy; undefined if nobody has it, or the partner's account is deleted.
 */
export async function carrierOf(order: OrderRecord, needs: Needs): Promise<Carrier | undefined> {
  const round = currentRound(order.delivery)
  const carrier = round && (await needs.accounts.get(round.partner))
  if (carrier?.status !== 'active') return undefined
  const { id, name, phone, vehicleType } = carrier
  const conversation = await openConversationOf(order, id, needs)
  return {
    name,
    ...(phone !== undefined && { phone }),
    ...(vehicleType !== undefined && { vehicleType }),
    ...(conversation !== undefined && { conversation }),
  }
}
