import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { excessOf, flowerDocumentId } from '#model'
import { CustomersOnly } from '../../blocks/people/customers-only.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { useFreshCatalogue } from '../../data/catalogue/fresh-catalogue.ts'
import { messageDraft } from '../../data/drafts.ts'
import { cartLines } from '../../data/orders/cart.ts'
import { type PromoChoice, type PromoOf, usePromo } from '../../data/orders/promo.ts'
import { useLive } from '../../data/use-live.ts'
import { mayOrder, useSession } from '../../data/use-session.ts'
import { useInitialSync } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ProgressSteps } from '../../ui/progress/progress-steps.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { checkoutDrafts } from './draft/checkout-drafts.ts'
import styles from './draft/checkout-forms.module.css'
import {
  type BuyNow,
  type CheckoutOrder,
  isSellable,
  pricedLines,
  readBuyNow,
  toOrderFromCart,
  toOrderNow,
} from './draft/order-lines.ts'
import { usePlaceOrder } from './place-order.ts'
import { isPaymentStep, useCheckoutSteps } from './steps.ts'

// Loaded together with this chunk, so that both steps are here or neither is: otherwise a person could write an address
// and then not pay.
const bothSteps = Promise.all([import('./delivery/delivery-step.tsx'), import('./payment/payment-step.tsx')])
bothSteps.catch(() => undefined)
const DeliveryStep = lazy(async () => ({ default: (await bothSteps)[0].DeliveryStep }))
const PaymentStep = lazy(async () => ({ default: (await bothSteps)[1].PaymentStep }))

export function CheckoutScreen() {
  return (
    <SamePerson>
      <CheckoutOfPerson />
    </SamePerson>
  )
}

function CheckoutOfPerson() {
  const [query] = useSearchParams()
  useFreshCatalogue()
  // A page that was closed during the simulated payment comes back to a step with nothing left to pay.
  const [placed] = useState(() => (isPaymentStep(query) ? checkoutDrafts.placed() : undefined))
  if (placed !== undefined) return <Navigate to={paths.orderTracking(placed)} replace />
  const flower = query.get('flower')
  if (flower === null) return <CheckoutOfCart />
  const wanted = readBuyNow(query)
  // An invalid quantity is corrected where it was chosen; ordering the cart was not asked for.
  return wanted ? (
    <CheckoutOfOne key={wanted.flower} wanted={wanted} />
  ) : (
    <Navigate to={paths.product(flower)} replace />
  )
}

function CheckoutOfOne({ wanted }: { wanted: BuyNow }) {
  // Read once: another tab may put the message into the cart meanwhile.
  const [message] = useState(() => messageDraft.get(wanted.flower))
  const catalogue = useLive(allFlowers)
  if (catalogue.status === 'loading') return <Loading />
  if (catalogue.status === 'failed') return <Failed error={catalogue.error} />
  const flower = catalogue.data.flowers.find(({ _id }) => _id === flowerDocumentId(wanted.flower))
  if (flower) return <Checkout of={{ flower: wanted.flower }} toOrder={toOrderNow(flower, wanted.quantity, message)} />
  // Only a complete catalogue shows that there is no such flower.
  return catalogue.data.complete ? <Navigate to={paths.browse} replace /> : <Loading />
}

function CheckoutOfCart() {
  const { t } = useTranslation('orders')
  const view = useLive(cartLines)
  const arrival = useInitialSync()
  const { account } = useSession()
  const [owner] = useState(account)
  // The cart is empty as soon as its order is stored; that is no reason to leave for /cart.
  const [isOrdering, setOrdering] = useState(false)
  const isFilled = view.status === 'ready' && view.data.lines.length > 0
  const [wasFilled, setFilled] = useState(false)
  useEffect(() => {
    if (isFilled) setFilled(true)
  }, [isFilled])
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  // The person has just signed in, or has signed out in another tab, which is said in a moment.
  if (!isFilled && !isOrdering && owner && !account) return <Loading />
  if (!isFilled && !isOrdering && arrival)
    return (
      <Page width="narrow">
        <InitialSyncBanner title={t('cart.arriving')} arrival={arrival} />
      </Page>
    )
  // Another device may empty it too; then the cart's screen says so.
  if (!isFilled && !isOrdering) return <Navigate to={paths.cart} replace state={{ wasFilled }} />
  const toOrder = toOrderFromCart(view.data)
  // The cart's screen says what to remove.
  if (!isOrdering && excessOf(toOrder.lines)) return <Navigate to={paths.cart} replace />
  return <Checkout of="cart" toOrder={toOrder} onOrdering={setOrdering} />
}

interface CheckoutProps {
  of: PromoOf
  toOrder: CheckoutOrder
  onOrdering?: (isOrdering: boolean) => void
}

function Checkout({ of, toOrder: chosen, onOrdering }: CheckoutProps) {
  const { t } = useTranslation('orders')
  const steps = useCheckoutSteps()
  const { isPayment } = steps
  const { account } = useSession()
  const { ordering, failure, placeOrder } = usePlaceOrder(steps, of)
  // The code as it was when the order was placed, which contains it now.
  const [promoPlaced, setPromoPlaced] = useState<PromoChoice>()
  const promo = usePromo(pricedLines(ordering ?? chosen), of)
  const toOrder = ordering ?? { ...chosen, prices: promo.prices, promoCode: promo.code }
  const delivery = useMemo(() => (isPayment ? checkoutDrafts.delivery() : undefined), [isPayment])
  const heading = useRef<HTMLHeadingElement>(null)
  const isOrdering = ordering !== undefined
  useEffect(() => onOrdering?.(isOrdering), [isOrdering, onOrdering])

  // For screen readers the second step is a screen of its own.
  const wasPayment = useRef(isPayment)
  useEffect(() => {
    if (wasPayment.current === isPayment) return
    wasPayment.current = isPayment
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [isPayment])

  if (isPayment && !delivery) return <Navigate to={steps.deliveryPath} replace />
  // The order is stored, and its tracking page is about to open.
  if (isOrdering && !isPayment) return <Loading />
  return (
    <Page width="narrow">
      <ProgressSteps
        label={t('checkout.title')}
        steps={[t('checkout.step.delivery'), t('checkout.step.payment')]}
        current={delivery ? 1 : 0}
      />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {delivery ? t('checkout.payment.title') : t('checkout.delivery.title')}
      </h1>
      {!isOrdering && !isSellable(toOrder) && (
        <Banner
          tone="rose"
          role="alert"
          title={of === 'cart' ? t('checkout.payment.unsellable') : t('checkout.payment.unsellableNow')}
          action={
            <ButtonLink variant="quiet" href={link(of === 'cart' ? paths.cart : paths.browse)}>
              {of === 'cart' ? t('checkout.payment.toCart') : t('checkout.payment.toFlowers')}
            </ButtonLink>
          }
        />
      )}
      {!mayOrder(account) && <CustomersOnly href={loginFor(isPayment ? steps.paymentPath : steps.deliveryPath)} />}
      <Suspense fallback={<Loading />}>
        {delivery ? (
          <PaymentStep
            of={of}
            toOrder={toOrder}
            promo={(ordering && promoPlaced) ?? promo}
            delivery={delivery}
            isPaying={isOrdering}
            failure={failure}
            onBack={steps.leavePayment}
            onPay={(method) => {
              setPromoPlaced(promo)
              return placeOrder(toOrder, delivery, method)
            }}
            paymentPath={steps.paymentPath}
          />
        ) : (
          <DeliveryStep onDone={steps.toPayment} />
        )}
      </Suspense>
    </Page>
  )
}
