import { CreditCard, QrCode, Wallet } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import {
  addressLine,
  addressWarnings,
  findCity,
  formatPhone,
  missedDelivery,
  type PaymentMethod,
  TAX_PERCENT,
} from '#model'
import { IndiaTimes } from '../../../blocks/orders/india-times.tsx'
import { MessageCard } from '../../../blocks/orders/message-card.tsx'
import {
  useAddressWarnings,
  usePaymentNames,
  useSubstitutionNames,
  useWindowNames,
} from '../../../blocks/orders/order-labels.ts'
import { PriceSummary } from '../../../blocks/orders/prices/price-summary.tsx'
import { PromoCode } from '../../../blocks/orders/prices/promo-code.tsx'
import { now } from '../../../clock/page-clock.ts'
import type { PromoChoice, PromoOf } from '../../../data/orders/promo.ts'
import { mayOrder, useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { RadioCards } from '../../../ui/forms/choices.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { ActionBar, Panel } from '../../../ui/layout/page.tsx'
import styles from '../draft/checkout-forms.module.css'
import type { DeliveryValues } from '../draft/delivery-form.ts'
import { useOrderChangeGuard } from '../draft/order-change-guard.ts'
import { type CheckoutOrder, isSellable, type OrderFailure } from '../draft/order-lines.ts'
import { PaymentDetails } from './payment-details.tsx'
import { paymentDraft } from './payment-draft.ts'

interface PaymentStepProps {
  of: PromoOf
  toOrder: CheckoutOrder
  promo: PromoChoice
  delivery: DeliveryValues
  isPaying: boolean
  failure: OrderFailure | undefined
  onBack: () => void
  onPay: (method: PaymentMethod) => void
  /** The address to come back to after a login. */
  paymentPath: string
}

export function PaymentStep({
  of,
  toOrder,
  promo,
  delivery,
  isPaying,
  failure,
  onBack,
  onPay,
  paymentPath,
}: PaymentStepProps) {
  const { t } = useTranslation('orders')
  const { language, rupees, weekday } = useFormat()
  const names = usePaymentNames()
  const windows = useWindowNames()
  const substitutions = useSubstitutionNames()
  const { online } = useSyncStatus()
  const { account } = useSession()
  const [method, setMethod] = useState(() => paymentDraft.get().method)
  const choose = (chosen: PaymentMethod) => {
    setMethod(chosen)
    paymentDraft.save({ method: chosen })
  }
  const isUnsellable = !isSellable(toOrder)
  const total = rupees(toOrder.prices.totalRupees)
  const { totalBefore, accept } = useOrderChangeGuard({ of, toOrder, promo, isPaying })
  const notice = useRef<HTMLDivElement>(null)
  /** Set if the delivery time has passed: the page may stay open past midnight. */
  const [missed, setMissed] = useState<ReturnType<typeof missedDelivery>>()
  const problem = useProblem()
  // Enter in a field submits like the button.
  const pay = () => {
    if (isPaying || isUnsellable) return
    const late = missedDelivery(delivery.deliveryOn, delivery.deliveryWindow, now())
    setMissed(late)
    // A person must see the change before they pay.
    if (late || totalBefore !== undefined) notice.current?.focus()
    else onPay(method)
  }
  const focusNotice = useCallback((box: HTMLDivElement | null) => {
    notice.current = box
    box?.focus()
  }, [])
  const loginHref = loginFor(paymentPath)
  const place = findCity(delivery.city)
  const warnings = useAddressWarnings(addressWarnings(delivery), place?.name[language] ?? '')
  const formId = useId()
  // The new place of the focus when the button to accept a change disappears.
  const keptFocus = useFocusRestore(`[form="${formId}"]`)

  return (
    <div {...keptFocus} className={styles.form}>
      {failure && (
        <Banner tone="rose" role="alert" title={t('checkout.failed.title')}>
          {failure === 'too-large' ? t('checkout.failed.tooLarge') : t('checkout.failed.text')}
        </Banner>
      )}
      <LiveRegion role="alert">
        {missed && (
          <div ref={focusNotice} tabIndex={-1}>
            <Banner
              tone="rose"
              title={problem(missed)}
              action={
                <Button variant="quiet" onClick={onBack}>
                  {t('checkout.payment.otherTime')}
                </Button>
              }
            >
              {t('checkout.payment.missed')}
            </Banner>
          </div>
        )}
        {!missed && totalBefore !== undefined && (
          <div ref={notice} tabIndex={-1}>
            <Banner
              tone="marigold"
              title={t('checkout.changed.title')}
              action={
                <>
                  <Button onClick={accept}>{t('checkout.changed.accept', { total })}</Button>
                  {of === 'cart' && (
                    <ButtonLink variant="quiet" href={link(paths.cart)}>
                      {t('checkout.payment.toCart')}
                    </ButtonLink>
                  )}
                </>
              }
            >
              {totalBefore === toOrder.prices.totalRupees
                ? t('checkout.changed.sameTotal', { total })
                : t('checkout.changed.text', { before: rupees(totalBefore), total })}
            </Banner>
          </div>
        )}
      </LiveRegion>
      {!account && (
        <Banner
          title={t('checkout.signIn.title')}
          action={
            online && (
              <ButtonLink variant="quiet" href={loginHref}>
                {t('checkout.signIn.action')}
              </ButtonLink>
            )
          }
        >
          {online ? t('checkout.signIn.text') : t('checkout.signIn.offline')}
        </Banner>
      )}
      <RadioCards
        legend={t('checkout.payment.method')}
        value={method}
        onChange={choose}
        options={[
          { value: 'upi', label: names.upi, note: t('checkout.payment.upiNote'), icon: QrCode },
          { value: 'card', label: names.card, note: t('checkout.payment.cardNote'), icon: CreditCard },
          { value: 'wallet', label: names.wallet, note: t('checkout.payment.walletNote'), icon: Wallet },
        ]}
      />
      {mayOrder(account) && !isUnsellable && (
        <PaymentDetails id={formId} method={method} totalRupees={toOrder.prices.totalRupees} onPay={pay} />
      )}
      <p className={styles.quiet}>{t('checkout.payment.simulated')}</p>
      <LiveRegion>
        {!online && mayOrder(account) && <p className={styles.waiting}>{t('checkout.payment.offline')}</p>}
      </LiveRegion>
      <section className={styles.review} aria-labelledby="review-to">
        <h2 id="review-to">{t('checkout.review.to')}</h2>
        <p>
          <b>{delivery.name}</b>
          <span>{`, ${formatPhone(delivery.phone)}`}</span>
        </p>
        <p>{addressLine(delivery, language)}</p>
        {delivery.landmark && (
          <p className={styles.quiet}>{t('checkout.review.landmark', { landmark: delivery.landmark })}</p>
        )}
        <p className={styles.quiet}>{`${weekday(delivery.deliveryOn)}, ${windows[delivery.deliveryWindow]}`}</p>
        <IndiaTimes />
        <p className={styles.quiet}>
          {`${t('checkout.substitution.legend')}: ${substitutions[delivery.substitution]}`}
        </p>
        {!account && delivery.email && (
          <p className={styles.quiet}>{t('checkout.review.email', { email: delivery.email })}</p>
        )}
        {warnings.phone && <p className={styles.waiting}>{warnings.phone}</p>}
        {warnings.pincode && <p className={styles.waiting}>{warnings.pincode}</p>}
      </section>
      <section className={styles.review} aria-labelledby="review-what">
        <h2 id="review-what">{t('checkout.review.what')}</h2>
        <ul className={styles.lines}>
          {toOrder.lines.map((line, index) => (
            <li key={line.flower}>
              <span>{`${line.quantity} × ${toOrder.flowers[index]?.name[language] ?? line.flower}`}</span>
              <span>{rupees((toOrder.flowers[index]?.priceRupees ?? 0) * line.quantity)}</span>
              {line.message && <MessageCard isShort text={line.message} />}
            </li>
          ))}
        </ul>
        <PromoCode {...promo} onType={promo.type} onApply={promo.apply} onRemove={promo.remove} />
        <Panel>
          <PriceSummary prices={toOrder.prices} promoCode={toOrder.promoCode} taxPercent={TAX_PERCENT} />
        </Panel>
      </section>
      <ActionBar
        lead={
          <>
            <span className={styles.lead}>{t('checkout.payment.total')}</span>
            <b>{total}</b>
          </>
        }
      >
        <Button onClick={onBack} disabled={isPaying}>
          {t('checkout.payment.back')}
        </Button>
        {mayOrder(account) && (
          <Button variant="primary" busy={isPaying} disabled={isUnsellable} type="submit" form={formId}>
            {t('checkout.payment.pay')}
          </Button>
        )}
      </ActionBar>
    </div>
  )
}
