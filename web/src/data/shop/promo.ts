import { useState } from 'react'
import * as v from 'valibot'
import {
  type PriceTable,
  type Promo,
  type PromoRefusal,
  priceTable,
  promoCode,
  promoId,
  promoRefusal,
  usesUpPromo,
} from '#model'
import { drafts } from '../drafts.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { here } from '../page/here.ts'
import { useSession } from '../session.ts'
import { useLive } from '../use-live.ts'

export interface KnownPromo {
  /** Absent when this phone's catalogue does not (or not yet) have it. */
  promo: Promo | undefined
  /** An order of this account, confirmed or on its way, has it already. */
  isUsed: boolean
}

/** What this phone knows of a promo code; undefined for none. */
export function promoOfCode(code: string | undefined): LiveQuery<KnownPromo | undefined> {
  return {
    key: `promo/${code ?? ''}`,
    watches: code === undefined ? [] : ['promo:', 'order:', 'intent:', 'receipt:'],
    read: async ({ mailbox, catalogue }) => {
      if (code === undefined) return undefined
      const [promo, orders, asked] = await Promise.all([
        promoId(code).then((id) => catalogue.get<'promo'>(id)),
        mailbox.allOf('order'),
        mailbox.openIntents('place-order'),
      ])
      const isUsed =
        orders.some((order) => order.promoCode === code && usesUpPromo(order)) ||
        asked.some(({ intent, receipt }) => !receipt && intent.payload.promoCode === code)
      return { promo, isUsed }
    },
  }
}

/** How far a code got here; the service decides. */
type PromoState =
  | { status: 'none' | 'checking' | 'malformed' }
  /** Unknown here: checked when the order is sent. */
  | { status: 'unchecked'; code: string }
  | { status: 'holds'; code: string; discountRupees: number }
  | { status: 'refused'; code: string; reason: PromoRefusal; minimumRupees: number | undefined }

export interface PromoChoice {
  text: string
  state: PromoState
  /** What the order carries; a code that does not hold is not carried. */
  code: string | undefined
  prices: PriceTable
  type: (text: string) => void
  apply: () => void
  remove: () => void
}

const Draft = v.object({ text: v.string(), isApplied: v.boolean() })
type Draft = v.InferOutput<typeof Draft>
const NONE: Draft = { text: '', isApplied: false }

function readDraft(): Draft {
  const result = v.safeParse(Draft, drafts.get('promo'))
  return result.success ? result.output : NONE
}

/** The code that this browser's next order uses, and its prices. Kept over reloads, and for what becomes of the order. */
export function usePromo(lines: readonly { priceRupees: number; quantity: number }[]): PromoChoice {
  const [draft, setDraft] = useState(readDraft)
  const [isKept, setKept] = useState(true)
  const { account } = useSession()
  const parsed = v.safeParse(promoCode, draft.text)
  const code = draft.isApplied && parsed.success ? parsed.output : undefined
  const known = useLive(promoOfCode(code))
  const change = (next: Draft) => {
    setKept(false)
    setDraft(next)
    drafts.save('promo', next)
  }

  const without = priceTable(lines)
  const promo = known.status === 'ready' ? known.data?.promo : undefined
  const withPromo = priceTable(lines, promo)
  const state = ((): PromoState => {
    if (!draft.isApplied) return { status: 'none' }
    if (code === undefined) return { status: 'malformed' }
    if (known.status === 'loading') return { status: 'checking' }
    if (known.status === 'failed' || !known.data?.promo) return { status: 'unchecked', code }
    const { promo, isUsed } = known.data
    const { subtotalRupees } = without
    const use = isUsed ? 'used' : account ? 'free' : 'no account'
    const reason = promoRefusal(promo, { subtotalRupees, now: here().now(), use })
    if (reason) return { status: 'refused', code, reason, minimumRupees: promo.minimumRupees }
    return { status: 'holds', code, discountRupees: withPromo.discountRupees ?? 0 }
  })()
  // Kept from an order that has it now; should that be refused, it is here again.
  const isSpent = isKept && state.status === 'refused' && state.reason === 'promo_used'

  return {
    text: isSpent ? '' : draft.text,
    state: isSpent ? { status: 'none' } : state,
    code: state.status === 'holds' || state.status === 'unchecked' ? code : undefined,
    prices: state.status === 'holds' ? withPromo : without,
    type: (text) => change({ text, isApplied: false }),
    apply: () => change({ ...draft, isApplied: draft.text.trim() !== '' }),
    remove: () => change(NONE),
  }
}
