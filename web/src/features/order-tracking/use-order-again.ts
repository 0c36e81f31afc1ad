import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { intentId, type PlaceOrder, placeOrder, ulidOf } from '#model'
import { ask } from '../../data/ask.ts'
import { attention } from '../../data/attention.ts'
import type { OrderView } from '../../data/orders/orders.ts'
import { paths } from '../../paths.ts'

/** Places a refused order again, at the price that the person has just accepted, and opens it. */
export function useOrderAgain({ id }: OrderView) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const order = async ({ promoCode, ...wish }: Wish, quotedTotalRupees: number) => {
    setAsking(true)
    setFailed(false)
    try {
      const again = await ask(placeOrder, {
        ...wish,
        ...(promoCode !== undefined && { promoCode }),
        quotedTotalRupees,
      })
      void navigate(paths.orderTracking(ulidOf(again.intentId)), { replace: true })
    } catch {
      setAsking(false)
      setFailed(true)
      return
    }
    // Dismisses the refusal, also if by the phone's clock the new order came before it (see `findReorder`). The new
    // order is stored even if this fails; a second press would be a second order.
    await attention.putAway(intentId(ulidOf(id))).catch(() => undefined)
  }
  return { isAsking, hasFailed, order }
}

type Wish = Omit<PlaceOrder, 'promoCode'> & { promoCode?: string | undefined }
