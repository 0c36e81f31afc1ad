import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { flowerDocumentId, type PaymentMethod, ulidOf } from '#model'
import { ask } from '../../data/ask.ts'
import { cartLines } from '../../data/cart.ts'
import { allFlowers } from '../../data/catalogue.ts'
import { drafts } from '../../data/drafts.ts'
import { useSession } from '../../data/session.ts'
import { useLive } from '../../data/use-live.ts'
import { link, paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ProgressSteps } from '../../ui/progress/progress-steps.tsx'
import styles from './checkout.module.css'
import type { DeliveryValues } from './delivery-form.ts'
import { DeliveryStep } from './delivery-step.tsx'
import { type BuyNow, readBuyNow, type ToOrder, toOrderFromCart, toOrderNow } from './order-lines.ts'
import { PaymentStep } from './payment-step.tsx'

/** The simulated payment takes this long (specification §9). */
const PAYMENT_MS = 2000

export function CheckoutScreen() {
  const [query] = useSearchParams()
  const flower = query.get('flower')
  if (flower === null) return <CheckoutOfCart />
  const wanted = readBuyNow(query)
  // A quantity or message that does not fit is put right where it was chosen; the cart is not what was asked for.
  return wanted ? <CheckoutOfOne wanted={wanted} /> : <Navigate to={paths.product(flower)} replace />
}

function CheckoutOfOne({ wanted }: { wanted: BuyNow }) {
  const catalogue = useLive(allFlowers)
  if (catalogue.status === 'loading') return <Loading />
  if (catalogue.status === 'failed') return <Failed error={catalogue.error} />
  const flower = catalogue.data.flowers.find(({ _id }) => _id === flowerDocumentId(wanted.flower))
  if (flower) return <Checkout toOrder={toOrderNow(flower, wanted)} />
  // Only a whole catalogue can say that there is no such flower.
  return catalogue.data.complete ? <Navigate to={paths.browse} replace /> : <Loading />
}

function CheckoutOfCart() {
  const view = useLive(cartLines)
  // The cart empties itself the moment its order is stored; that is no reason to leave for /cart.
  const [isOrdering, setOrdering] = useState(false)
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  if (view.data.lines.length === 0 && !isOrdering) return <Navigate to={paths.cart} replace />
  return <Checkout toOrder={toOrderFromCart(view.data)} onOrdering={setOrdering} />
}

interface CheckoutProps {
  toOrder: ToOrder
  onOrdering?: (isOrdering: boolean) => void
}

function Checkout({ toOrder, onOrdering }: CheckoutProps) {
  const { t } = useTranslation('checkout')
  const { account } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [delivery, setDelivery] = useState<DeliveryValues>()
  const [isPaying, setPaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = delivery ? 1 : 0

  // The second step is a screen of its own to whoever listens instead of looking.
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [step])

  const placeOrder = async (paymentMethod: PaymentMethod) => {
    if (!delivery) return
    setPaying(true)
    setFailed(false)
    onOrdering?.(true)
    try {
      await new Promise((resolve) => setTimeout(resolve, PAYMENT_MS))
      const { deliveryOn, deliveryWindow, landmark, ...address } = delivery
      const { intentId } = await ask('place-order', {
        lines: toOrder.lines,
        address: { ...address, ...(landmark ? { landmark } : {}) },
        deliveryOn,
        deliveryWindow,
        paymentMethod,
        quotedTotalRupees: toOrder.prices.totalRupees,
      })
      drafts.clear('checkout')
      void navigate(paths.orderTracking(ulidOf(intentId)), { replace: true })
    } catch {
      setFailed(true)
      setPaying(false)
      onOrdering?.(false)
    }
  }

  return (
    <Page width="narrow">
      <ProgressSteps label={t('title')} steps={[t('step.delivery'), t('step.payment')]} current={step} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {step === 0 ? t('delivery.title') : t('payment.title')}
      </h1>
      {hasFailed && (
        <Banner tone="rose" role="alert" title={t('failed.title')}>
          {t('failed.text')}
        </Banner>
      )}
      {delivery ? (
        <PaymentStep
          toOrder={toOrder}
          delivery={delivery}
          isPaying={isPaying}
          onBack={() => setDelivery(undefined)}
          onPay={placeOrder}
          signIn={
            account ? undefined : (
              <Banner
                title={t('signIn.title')}
                action={
                  <ButtonLink
                    variant="primary"
                    href={link(`${paths.login}?next=${encodeURIComponent(`${paths.checkout}?${query}`)}`)}
                  >
                    {t('signIn.action')}
                  </ButtonLink>
                }
              >
                {t('signIn.text')}
              </Banner>
            )
          }
        />
      ) : (
        <DeliveryStep onDone={setDelivery} />
      )}
    </Page>
  )
}
