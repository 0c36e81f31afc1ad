import { useEffect, useState } from 'react'
import * as v from 'valibot'
import {
  countsAsPromoUse,
  type PriceTable,
  type Promo,
  type PromoRefusal,
  priceTable,
  promoCode,
  promoId,
  promoRefusal,
} from '#model'
import { drafts } from '../drafts.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import { useLive } from '../use-live.ts'
import { useSession } from '../use-session.ts'
import { useSyncStatus } from '../use-sync-status.ts'
import { knownPromo, lookUpPromo } from './promo-lookup.ts'

export interface KnownPromo {
  /** Undefined if neither the local catalogue nor a lookup has it. */
  promo: Promo | undefined
  /** An order of this account, confirmed or pending, already uses it. */
  isUsed: boolean
}

/** The facts that this device has about a promo code; undefined if no code is given. */
export function promoOfCode(code: string | undefined): LiveQuery<KnownPromo | undefined> {
  return {
    key: `promo/${code ?? ''}`,
    watches: code === undefined ? [] : ['promo:', 'order:', 'intent:', 'receipt:'],
    read: async ({ mailbox, catalogue }) => {
      if (code === undefined) return undefined
      const [promo, orders, asked] = await Promise.all([
        promoId(code).then(async (id) => (await catalogue.get<'promo'>(id)) ?? knownPromo(id)),
        mailbox.allOf('order'),
        mailbox.openIntents('place-order'),
      ])
      const isUsed =
        orders.some((order) => order.promoCode === code && countsAsPromoUse(order)) ||
        asked.some(({ intent, receipt }) => !receipt && intent.payload.promoCode === code)
      return { promo, isUsed }
    },
  }
}

/** The state of a code as far as this device can tell; the service decides. */
type PromoState =
  | { status: 'none' | 'malformed' }
  | { status: 'checking'; code: string }
  /** Unknown here, and the service cannot be asked: the code is checked when the order is sent. */
  | { status: 'unchecked'; code: string }
  /** `isCapped`: the discount is the most that the code allows. */
  | { status: 'holds'; code: string; discountRupees: number; isCapped: boolean }
  | { status: 'refused'; code: string; reason: PromoRefusal; minimumRupees: number | undefined }

export interface PromoChoice {
  text: string
  state: PromoState
  /** The code that the order carries; undefined if it is refused. */
  code: string | undefined
  prices: PriceTable
  type: (text: string) => void
  apply: () => void
  remove: () => void
}

/** The purchase that the code applies to: the cart, or a flower that is bought at once. */
export type PromoOf = 'cart' | { flower: string }

const PromoDraft = v.object({ text: v.string(), isApplied: v.boolean(), flower: v.optional(v.string()) })
type PromoDraft = v.InferOutput<typeof PromoDraft>
const draftName = (of: PromoOf) => (of === 'cart' ? 'promo' : 'promo-now')
const emptyDraft = (of: PromoOf): PromoDraft => ({
  text: '',
  isApplied: false,
  ...(of !== 'cart' && { flower: of.flower }),
})

/** Ignores a code that was entered for another flower. */
function readPromo(of: PromoOf): PromoDraft {
  const fresh = emptyDraft(of)
  const result = v.safeParse(PromoDraft, drafts.get(draftName(of)))
  return result.success && result.output.flower === fresh.flower ? result.output : fresh
}

/** The code goes with the order; the next order begins without one. */
export const forgetPromo = (of: PromoOf): void => drafts.clear(draftName(of))

/**
 * The code that the next order of this browser uses, and its prices. Kept across reloads, until the order is placed.
 */
export function usePromo(lines: readonly { priceRupees: number; quantity: number }[], of: PromoOf): PromoChoice {
  const [draft, setDraft] = useState(() => readPromo(of))
  const { account } = useSession()
  const parsed = v.safeParse(promoCode, draft.text)
  const code = draft.isApplied && parsed.success ? parsed.output : undefined
  const known = useLive(promoOfCode(code))
  const local = known.status === 'ready' ? known.data : undefined
  const answer = useAnswer(code, local !== undefined && !local.promo)
  const change = (next: PromoDraft) => {
    setDraft(next)
    // An applied empty text is shown as an error, and not stored.
    if (next.text || !next.isApplied) drafts.save(draftName(of), next)
  }

  const promo = local?.promo ?? (typeof answer === 'object' ? answer : undefined)
  const without = priceTable(lines)
  const withPromo = priceTable(lines, promo)
  const state = ((): PromoState => {
    if (!draft.isApplied) return { status: 'none' }
    if (code === undefined) return { status: 'malformed' }
    if (known.status === 'loading' || answer === 'asking') return { status: 'checking', code }
    if (!promo && answer !== 'none') return { status: 'unchecked', code }
    const { subtotalRupees } = without
    const use = local?.isUsed ? 'used' : account ? 'free' : 'no account'
    const reason = promoRefusal(promo, { subtotalRupees, now: currentDataLayer().now(), use })
    if (reason) return { status: 'refused', code, reason, minimumRupees: promo?.minimumRupees }
    const discountRupees = withPromo.discountRupees ?? 0
    const isCapped = promo?.kind === 'percent' && discountRupees === promo.atMostRupees
    return { status: 'holds', code, discountRupees, isCapped }
  })()

  return {
    text: draft.text,
    state,
    code: state.status === 'refused' ? undefined : code,
    prices: state.status === 'holds' ? withPromo : without,
    type: (text) => change({ ...draft, text, isApplied: false }),
    apply: () => change({ ...draft, isApplied: true }),
    remove: () => change(emptyDraft(of)),
  }
}

/** The service's answer about a code that this device does not have; undefined if there is none. */
function useAnswer(code: string | undefined, isMissing: boolean) {
  const { online, state } = useSyncStatus()
  const [heard, setHeard] = useState<{ code: string; answer: Promo | 'none' | undefined }>()
  // If the network does not respond (`waiting`), the person does not wait for yet another request; it is made once the
  // network responds again.
  const asks = online && state !== 'waiting' && isMissing ? code : undefined
  useEffect(() => {
    if (asks === undefined) return undefined
    let isOver = false
    void lookUpPromo(asks).then((answer) => isOver || setHeard({ code: asks, answer }))
    return () => {
      isOver = true
    }
  }, [asks])
  if (heard && heard.code === code) return heard.answer
  return asks === undefined ? undefined : 'asking'
}
