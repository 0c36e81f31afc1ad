import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export interface CheckoutSteps {
  isPayment: boolean
  toPayment: () => void
  leavePayment: () => void
  deliveryPath: string
  /** The address of the payment step, to come back to after a login. */
  paymentPath: string
}

/** The steps are entries in the history: system Back goes from Payment to Delivery, and a reload stays at its step. */
export function useCheckoutSteps(): CheckoutSteps {
  const { pathname, state } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isPayment = isPaymentStep(query)
  const cameFromDelivery = state === FROM_DELIVERY
  const deliveryPath = pathWith(pathname, query, undefined)
  const paymentPath = pathWith(pathname, query, 'payment')

  const toPayment = () => void navigate(paymentPath, { state: FROM_DELIVERY })
  const leavePayment = useCallback(
    () => void (cameFromDelivery ? navigate(-1) : navigate(deliveryPath, { replace: true })),
    [cameFromDelivery, deliveryPath, navigate],
  )
  return { isPayment, toPayment, leavePayment, deliveryPath, paymentPath }
}

export const isPaymentStep = (query: URLSearchParams): boolean => query.get('step') === 'payment'

const FROM_DELIVERY = 'from-delivery'

function pathWith(pathname: string, query: URLSearchParams, step: string | undefined): string {
  const next = new URLSearchParams(query)
  next.delete('step')
  if (step) next.set('step', step)
  return next.size > 0 ? `${pathname}?${next}` : pathname
}
