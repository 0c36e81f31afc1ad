import * as v from 'valibot'
import { now } from '../../../clock/page-clock.ts'
import { drafts } from '../../../data/drafts.ts'
import { type DeliveryValues, readDelivery } from './delivery-form.ts'

const Placed = v.fallback(v.object({ ulid: v.optional(v.string()) }), {})

/** The drafts of a checkout in this browser, kept across reloads and a login in between. */
export const checkoutDrafts = {
  delivery: (): DeliveryValues | undefined => readDelivery(drafts.get('checkout'), now()),

  /**
   * The order of the last checkout, for a page that was closed before it could show it; undefined if a new checkout has
   * begun.
   */
  placed(): string | undefined {
    if (drafts.get('checkout') !== undefined) return undefined
    return v.parse(Placed, drafts.get('placed')).ulid
  },
  savePlaced(ulid: string): void {
    drafts.save('placed', { ulid })
    drafts.clear('checkout')
    drafts.clear('payment')
    drafts.clear('seen')
  },
}
