import { orderId, type Promo, type PromoRefusal, promoId, promoRefusal } from '#model'
import type { Couch } from '../../couch/couch.ts'
import type { AskedIntent, WorkflowContext } from '../../decider/define-workflow.ts'
import type { Claimed, PromoClaims } from './promo-claims.ts'

interface CheckedPromo {
  /** Absent if the order has no code or the code does not exist. */
  promo?: Promo | undefined
  refusal?: PromoRefusal | undefined
  claim?: Claimed | undefined
}

/** Returns what the order's promo code gives by the service's clock, or why it gives nothing. */
export async function checkPromo(
  { id, account, payload }: AskedIntent<'place-order'>,
  subtotalRupees: number,
  { couch, promoClaims }: { couch: Couch; promoClaims: PromoClaims },
  now: Date,
): Promise<CheckedPromo> {
  if (payload.promoCode === undefined) return {}
  const promo = await couch.db('catalogue').get<Promo>(await promoId(payload.promoCode))
  const claim = promo?.oncePerAccount ? { account: account.id, promo: promo._id, order: orderId(id) } : undefined
  const isVisitor = account.role === 'VISITOR'
  const use = isVisitor ? 'no account' : !claim || (await promoClaims.isFree(claim)) ? 'free' : 'used'
  return { promo, claim, refusal: promoRefusal(promo, { subtotalRupees, now, use }) }
}

/** Releases the claim that an earlier, interrupted run of this intent took, because the order is refused. */
export async function releasePromo(
  { id, account, payload }: AskedIntent<'place-order'>,
  promoClaims: PromoClaims,
  step: WorkflowContext['step'],
): Promise<void> {
  if (payload.promoCode === undefined) return
  const promo = await promoId(payload.promoCode)
  await step('release promo', () => promoClaims.release({ account: account.id, promo, order: orderId(id) }))
}
