import {
  type Account,
  type BulkInterestFact,
  type BulkRequestFact,
  bulkContactEndsAt,
  bulkInterestId,
  bulkRequestId,
  type ContactRole,
  type ConversationFact,
  type ConversationState,
  type DeliveryFact,
  deliveryId,
  type Order,
  orderId,
  partsOfConversation,
} from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany, type Stored } from '../pouch/reads.ts'

/** What a conversation is about, as this person has it: a customer the order, a partner the delivery, and so on. */
export type Subject =
  | { kind: 'order'; order: Order }
  | { kind: 'delivery'; delivery: DeliveryFact }
  | { kind: 'request'; request: BulkRequestFact }
  | { kind: 'interest'; interest: BulkInterestFact }

/** The other one of a conversation, what it is about, and whether messages can be sent. */
export interface Head {
  key: string
  /** Empty for Mogra, and once this person must not see it. */
  name: string
  role: ContactRole
  number?: string
  state: ConversationState
  phone?: string
  subject?: Subject
}

/** The ids of documents that a conversation may be about begin so. */
export const SUBJECTS = ['order:', 'delivery:', 'bulk-request:', 'bulk-interest:'] as const

type Documents = ReadonlyMap<string, Stored>

const idsOf = (key: string): string[] => {
  const parts = partsOfConversation(key)
  if (parts?.kind === 'order') return [orderId(parts.ulid), deliveryId(parts.ulid)]
  return parts?.kind === 'bulk' ? [bulkRequestId(parts.ulid), bulkInterestId(parts.ulid)] : []
}

/** Reads the documents that these conversations are about, by their ids. */
export async function readSubjects(db: Pouch, keys: readonly string[]): Promise<Documents> {
  const found = await getMany<Stored>(db, keys.flatMap(idsOf))
  return new Map(found.map((doc) => [doc._id, doc]))
}

/** What headOf reads. */
export interface Known {
  fact: ConversationFact | undefined
  documents: Documents
  /** Whose device this is; undefined before the first sync. */
  account: Account | undefined
  now: Date
}

/** Returns the head of a conversation; undefined if this device knows nothing of it, or it is somebody else's. */
export function headOf(key: string, { fact, documents, account, now }: Known): Head | undefined {
  const parts = partsOfConversation(key)
  if (!parts) return undefined
  if (parts.kind === 'support') {
    // Admins write to others as Mogra, in the desk, and have no such conversation of their own.
    const isOwn = !account || (account.id === parts.account && account.role !== 'ADMIN')
    return fact || isOwn ? supportHead(key, fact) : undefined
  }
  const one = <T extends Stored>(id: string) => documents.get(id) as T | undefined
  const isOwner = fact && fact.with.role !== 'CUSTOMER'
  const ofOwner =
    fact && !isOwner
      ? undefined
      : parts.kind === 'order'
        ? orderHead(key, one<Order>(orderId(parts.ulid)), isOwner === true)
        : requestHead(key, one<BulkRequestFact>(bulkRequestId(parts.ulid)), parts.account, {
            isKnown: isOwner === true,
            now,
          })
  const ofOther = isOwner
    ? undefined
    : parts.kind === 'order'
      ? deliveryHead(key, one<DeliveryFact>(deliveryId(parts.ulid)))
      : interestHead(key, one<BulkInterestFact>(bulkInterestId(parts.ulid)))
  return withFact(ofOwner ?? ofOther, key, fact)
}

/** Takes name, role and state from the fact. Before the first message there is none, and the subject's head counts. */
function withFact(head: Head | undefined, key: string, fact: ConversationFact | undefined): Head | undefined {
  if (!fact) return head
  const { with: other, state, number } = fact
  const { phone, subject } = head ?? {}
  return {
    ...{ key, name: other.name, role: other.role, state },
    ...(number !== undefined && { number }),
    ...(phone !== undefined && { phone }),
    ...(subject !== undefined && { subject }),
  }
}

const supportHead = (key: string, fact: ConversationFact | undefined): Head => ({
  // It never closes: a question after the messages were emptied begins it anew.
  ...{ key, name: fact?.with.name ?? '', role: 'MOGRA', state: 'open' },
})

function orderHead(key: string, order: Order | undefined, isKnown: boolean): Head | undefined {
  if (!order || (!isKnown && order.partner?.conversation !== key)) return undefined
  const isOfThisPartner = order.partner?.conversation === key
  const phone = isOfThisPartner ? order.partner?.phone : undefined
  return {
    ...{ key, name: order.partner?.name ?? '', role: 'PARTNER', number: order.number, state: 'open' },
    subject: { kind: 'order', order },
    ...(phone !== undefined && { phone }),
  }
}

function deliveryHead(key: string, delivery: DeliveryFact | undefined): Head | undefined {
  if (!delivery) return undefined
  const { drop, number } = delivery
  const isOpen = delivery.conversation === key
  return {
    ...{ key, name: drop?.name ?? '', role: 'CUSTOMER', number, state: isOpen ? 'open' : 'closed' },
    subject: { kind: 'delivery', delivery },
    ...(drop && { phone: drop.phone }),
  }
}

function requestHead(
  key: string,
  request: BulkRequestFact | undefined,
  account: string,
  { isKnown, now }: { isKnown: boolean; now: Date },
): Head | undefined {
  const supplier = request?.interested.find((one) => one.supplier === account)
  if (!request || (!supplier && !isKnown)) return undefined
  const isOpen =
    supplier &&
    (request.state === 'pending' ||
      request.agreedWith === account ||
      (request.state === 'expired' && now < bulkContactEndsAt(request)))
  return {
    ...{ key, name: supplier?.name ?? '', role: 'SUPPLIER', number: request.number },
    ...{ state: isOpen ? 'open' : 'closed', subject: { kind: 'request', request } },
    ...(supplier?.phone !== undefined && { phone: supplier.phone }),
  }
}

function interestHead(key: string, interest: BulkInterestFact | undefined): Head | undefined {
  if (!interest) return undefined
  const isOpen = interest.conversation === key
  return {
    ...{ key, name: interest.buyerName, role: 'CUSTOMER', number: interest.number },
    ...{ state: isOpen ? 'open' : 'closed', subject: { kind: 'interest', interest } },
    ...(interest.contact && { phone: interest.contact.phone }),
  }
}
