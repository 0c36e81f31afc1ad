import type { Delivery, DeliveryItemKind, Order } from '#model'
import type { Content, CoreDocument, Step } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** The core's record of an order, in `orders`: what its customer sees, its delivery, and the account it belongs to. */
export interface OrderRecord extends Order, CoreDocument {
  type: 'order'
  account: string
  /** The e-mail address that a visitor gave. */
  email?: string
  /** The intents that changed or cancelled it. */
  edits?: string[]
  /** The turn in which each of its parts was last changed. */
  changedIn?: Record<string, DecisionOrder>
  /** The version that came with the last change of the address. */
  addressVersion?: number
  /** The term of the lease under which it was last written. */
  term: number
  delivery: OrderDelivery
  items: readonly OrderItem[]
  /** The partner who has the delivery now: an index finds what somebody carries. */
  carriedBy?: string
  rating?: Order['rating'] & { comment?: string }
}

export interface OrderDelivery extends Delivery {
  /** Where the flowers go, for the partner who has them when the customer's account is deleted. */
  drop?: Drop
}

/** What the partner who has a delivery needs of the customer. */
export interface Drop {
  name: string
  phone: string
  address: string
  landmark?: string
  pincode: string
  /** The messages of the lines. */
  messages: readonly (string | undefined)[]
}

/** Something about an order's delivery that an admin settles. */
export interface OrderItem {
  what: DeliveryItemKind
  /** Whose story it is. */
  partner?: string
  /** Since when it waits. */
  at: string
  /** The address was changed after what the partner saw. */
  isAddressChanged?: true
  /** The partner's earning is held until the item is settled with `pay`. */
  holds?: true
  settled?: {
    /** `answered`: a step of the partner answered it. `arrived`: paid after all, for an order that had failed. */
    outcome: 'pay' | 'refunded' | 'closed' | 'answered' | 'arrived'
    at: string
    /** The admin's account. */
    by?: string
    /** The ULID of the intent that settled it. */
    intent?: string
    note?: string
  }
}

export type OrderContent = Content<OrderRecord>

/** Tells everybody whom an order concerns what was decided, in the holder's `step`; what is late follows by itself. */
export type TellOrder = (order: OrderRecord & Stored, step: Step) => Promise<void>

/** The item of this kind, and of this partner if it is a story. */
export const itemOf = (
  { items }: Pick<OrderRecord, 'items'>,
  what: DeliveryItemKind,
  partner?: string,
): OrderItem | undefined => items.find((item) => item.what === what && item.partner === partner)

/** The items with this one, which replaces the one of the same kind and partner. */
export const withItem = (items: readonly OrderItem[], item: OrderItem): OrderItem[] => [
  ...items.filter((one) => one.what !== item.what || one.partner !== item.partner),
  item,
]

/** The partner has not been heard of since the pick-up, and an admin was told; closing the item brings no news. */
export const isSilent = (order: Pick<OrderRecord, 'items'>): boolean => {
  const item = itemOf(order, 'silent')
  return item !== undefined && item.settled?.outcome !== 'answered'
}

/** What happened to an order; telling derives notices from these. */
export const HAPPENED = {
  placed: 'placed',
  changed: 'changed',
  cancelled: 'cancelled',
  reported: 'reported',
  rated: 'rated',
  handedOver: 'handed over',
  erased: 'erased',
  partnerErased: 'partner erased',
  opened: 'opened',
  awarded: 'awarded',
  released: 'released',
  takenBack: 'taken back',
  demoted: 'demoted',
  pickedUp: 'picked up',
  delivered: 'delivered',
  failed: 'failed',
  /** A step that moved nothing. */
  noted: 'noted',
  silent: 'silent',
  forgotten: 'forgotten',
  settled: 'settled',
  simulated: 'simulated',
} as const
