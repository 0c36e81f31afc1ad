import { bulkConversation, bulkId, conversationId, orderConversation, orderId, supportConversation } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { interestOf } from '../bulk/bulk-record.ts'
import type { BulkRequests } from '../bulk/bulk-requests.ts'
import type { Side } from '../conversations/conversation-record.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Kept } from '../core/sweep.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import type { generateConversations, MadeUpConversation } from './generated/generate-conversations.ts'

interface Needs {
  accounts: Accounts
  bulkRequests: Pick<BulkRequests, 'get'>
  conversations: Pick<Conversations, 'kept' | 'send' | 'noteSeen'>
  orderRecords: Kept<OrderRecord>
  now: () => Date
}

type Emails = Record<'customer' | 'partner' | 'supplier' | 'admin', string>

/** The ULIDs of the order and of the bulk request of the demo's customer that the conversations are about. */
interface About {
  order: string | undefined
  request: string | undefined
}

const MINUTE_MS = 60_000
/** How long before the demo's first start its customer wrote to Mogra. */
const SUPPORT_AGE_MS = 3 * 86_400_000

/**
 * Writes the conversations of the demo's customer with a partner, a supplier and Mogra, each once. A conversation that
 * nobody may write in, for instance because the order is too old, is left out.
 */
export async function writeConversations(
  needs: Needs,
  emails: Emails,
  { order, request }: About,
  madeUp: ReturnType<typeof generateConversations>,
): Promise<void> {
  const { accounts, bulkRequests, orderRecords, now } = needs
  const customer = await accounts.findByEmail(emails.customer)
  const partner = await accounts.findByEmail(emails.partner)
  const supplier = await accounts.findByEmail(emails.supplier)
  const admin = await accounts.findByEmail(emails.admin)
  if (!customer) return
  const delivered = order === undefined ? undefined : await orderRecords.store.read(orderId(order))
  if (order !== undefined && partner && delivered)
    await writeOne(needs, {
      ...{ key: orderConversation(order, partner.id), owner: customer, counterpart: partner },
      ...{ about: delivered.delivery.since, made: madeUp.order },
    })
  const bulk = request === undefined ? undefined : await bulkRequests.get(bulkId(request))
  const interest = bulk && supplier && interestOf(bulk, supplier.id)
  if (request !== undefined && supplier && interest)
    await writeOne(needs, {
      ...{ key: bulkConversation(request, supplier.id), owner: customer, counterpart: supplier },
      ...{ about: interest.at, made: madeUp.bulk },
    })
  if (admin)
    await writeOne(needs, {
      ...{ key: supportConversation(customer.id), owner: customer, counterpart: admin, made: madeUp.support },
      about: new Date(now().getTime() - SUPPORT_AGE_MS).toISOString(),
    })
}

interface Wanted extends Record<Side, AccountRecord> {
  key: string
  /** The time from which the messages' minutes count. */
  about: string
  made: MadeUpConversation
}

async function writeOne({ conversations }: Needs, { key, about, made, ...people }: Wanted): Promise<void> {
  if (await conversations.kept.store.read(conversationId(key))) return
  for (const { id, side, minutes, text } of made.messages) {
    const at = new Date(Date.parse(about) + minutes * MINUTE_MS).toISOString()
    const sent = await conversations.send(key, { at, intent: id }, people[side], text)
    if ('refused' in sent) return
  }
  for (const side of ['owner', 'counterpart'] as const)
    await conversations.noteSeen(people[side], { [key]: made.seen[side] })
}
