import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type PaymentMethod, placeOrder, ulidOf } from '#model'
import { ask, DocumentTooLarge } from '../../data/ask.ts'
import { messageDraft } from '../../data/drafts.ts'
import { forgetPromo, type PromoOf } from '../../data/orders/promo.ts'
import { addresses } from '../../data/people/addresses.ts'
import { useSession } from '../../data/use-session.ts'
import { paths } from '../../paths.ts'
import { checkoutDrafts } from './draft/checkout-drafts.ts'
import type { DeliveryValues } from './draft/delivery-form.ts'
import type { CheckoutOrder, OrderFailure } from './draft/order-lines.ts'
import type { CheckoutSteps } from './steps.ts'

/** The simulated payment is shown this long (specification §9). The order is stored before it. */
const PAYMENT_MS = 2000

interface Placing {
  /** The order that is being placed; the cart itself is empty as soon as it is stored. */
  ordering: CheckoutOrder | undefined
  failure: OrderFailure | undefined
  placeOrder: (toOrder: CheckoutOrder, delivery: DeliveryValues, paymentMethod: PaymentMethod) => Promise<void>
}

/** `of`: what is ordered; its promo code is cleared afterwards. */
export function usePlaceOrder({ isPayment, leavePayment }: CheckoutSteps, of: PromoOf): Placing {
  const navigate = useNavigate()
  const { account } = useSession()
  const [ordering, setOrdering] = useState<CheckoutOrder>()
  const [failure, setFailure] = useState<OrderFailure>()
  const [placed, setPlaced] = useState<string>()

  // The tracking page replaces the whole checkout; Back ends the wait, not the order.
  useEffect(() => {
    if (placed === undefined) return undefined
    if (!isPayment) return void navigate(paths.orderTracking(placed), { replace: true })
    const timer = setTimeout(leavePayment, PAYMENT_MS)
    return () => clearTimeout(timer)
  }, [placed, isPayment, leavePayment, navigate])

  const place: Placing['placeOrder'] = async (toOrder, delivery, paymentMethod) => {
    setOrdering(toOrder)
    setFailure(undefined)
    try {
      const { deliveryOn, deliveryWindow, substitution, landmark, email, ...where } = delivery
      const address = { ...where, ...(landmark ? { landmark } : {}) }
      const { intentId } = await ask(placeOrder, {
        lines: toOrder.lines,
        address,
        deliveryOn,
        deliveryWindow,
        paymentMethod,
        substitution,
        ...(toOrder.promoCode !== undefined && { promoCode: toOrder.promoCode }),
        quotedTotalRupees: toOrder.prices.totalRupees,
        ...(email && !account ? { email } : {}),
      })
      checkoutDrafts.savePlaced(ulidOf(intentId))
      forgetPromo(of)
      for (const { flower } of toOrder.lines) messageDraft.save(flower, '')
      setPlaced(ulidOf(intentId))
      // The order is stored, even if this fails.
      await addresses.remember(address).catch(() => undefined)
    } catch (error) {
      setFailure(error instanceof DocumentTooLarge ? 'too-large' : 'not-stored')
      setOrdering(undefined)
    }
  }

  return { ordering, failure, placeOrder: place }
}
