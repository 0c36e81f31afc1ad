import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { TAX_PERCENT } from '#model'
import { mayOrder, useSession } from '../../data/session.ts'
import { type CartView, cart, cartLines } from '../../data/shop/cart.ts'
import { usePromo } from '../../data/shop/promo.ts'
import { keepSeenPrices } from '../../data/shop/seen-prices.ts'
import { type Arrival, useArrival } from '../../data/sync-status.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePaymentNames } from '../../i18n/terms.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { CustomersOnly } from '../../ui/feedback/customers-only.tsx'
import { Told } from '../../ui/feedback/told.tsx'
import { useUndo } from '../../ui/feedback/undo.ts'
import { useKeptFocus } from '../../ui/layout/kept-focus.ts'
import { ActionBar, Page, Panel } from '../../ui/layout/page.tsx'
import { PriceSummary } from '../../ui/shop/price-summary.tsx'
import { PromoCode } from '../../ui/shop/promo-code.tsx'
import { Arriving } from '../../ui/states/arriving.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './cart.module.css'
import { Line } from './line.tsx'
import { takeOut, undoOfCart } from './take-out.ts'

export function CartScreen() {
  const lines = useLive(cartLines)
  const arrival = useArrival()
  const keptFocus = useKeptFocus('h1')
  useUndo(undoOfCart)
  useEffect(() => {
    if (lines.status === 'ready') keepSeenPrices(lines.data.lines.map(({ flowerId }) => flowerId))
  }, [lines])
  if (lines.status === 'loading') return <Loading />
  if (lines.status === 'failed') return <Failed error={lines.error} />
  const isEmpty = lines.data.lines.length === 0
  return (
    <div {...keptFocus}>
      {isEmpty && arrival ? (
        <ArrivingCart arrival={arrival} />
      ) : isEmpty ? (
        <EmptyCart />
      ) : (
        <FullCart view={lines.data} />
      )}
    </div>
  )
}

function ArrivingCart({ arrival }: { arrival: Arrival }) {
  const { t } = useTranslation('cart')
  return (
    <Page>
      <h1>{t('title')}</h1>
      <Arriving title={t('arriving')} arrival={arrival} />
    </Page>
  )
}

function EmptyCart() {
  const { t } = useTranslation('cart')
  const { state } = useLocation()
  const navigate = useNavigate()
  // Says the checkout, from which it was taken away; once, for the entry stays in the history.
  const [wasFilled] = useState(() => Object(state).wasFilled === true)
  useEffect(() => {
    if (wasFilled) void navigate(paths.cart, { replace: true, state: null })
  }, [wasFilled, navigate])
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture="/flowers/empty-basket.svg"
        title={t('empty')}
        action={
          <>
            {wasFilled && <ButtonLink href={link(paths.orderHistory)}>{t('orders')}</ButtonLink>}
            <ButtonLink variant="primary" href={link(paths.browse)}>
              {t('browse')}
            </ButtonLink>
          </>
        }
      >
        {wasFilled ? t('emptied') : t('emptyText')}
      </EmptyState>
    </Page>
  )
}

function FullCart({ view }: { view: CartView }) {
  const { t } = useTranslation('cart')
  const { rupees, oneOf } = useFormat()
  const payments = usePaymentNames()
  const { account } = useSession()
  const arrival = useArrival()
  const promo = usePromo(
    view.lines.map(({ flower, quantity }) => ({ priceRupees: flower?.priceRupees ?? 0, quantity })),
    'cart',
  )
  const isUnsellable = view.lines.some((line) => !line.flower?.inStock)

  return (
    <Page>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <Button variant="quiet" onClick={() => takeOut(cart.clear(), () => t('cleared'))}>
          {t('clear')}
        </Button>
      </div>
      <Arriving title={t('arriving')} arrival={arrival} />
      <div className={styles.columns}>
        <ul className={styles.lines}>
          {view.lines.map((line) => (
            <Line key={line.flowerId} line={line} />
          ))}
        </ul>
        <section className={styles.summary} aria-label={t('summary')}>
          <PromoCode {...promo} onType={promo.type} onApply={promo.apply} onRemove={promo.remove} />
          <Panel>
            <PriceSummary prices={promo.prices} promoCode={promo.code} taxPercent={TAX_PERCENT} />
          </Panel>
          <Told>{isUnsellable && <p className={styles.problem}>{t('unsellable')}</p>}</Told>
          {!mayOrder(account) && <CustomersOnly href={loginFor(paths.cart)} />}
          <ActionBar
            lead={
              <>
                <span className={styles.quiet}>{t('total')}</span>
                <b>{rupees(promo.prices.totalRupees)}</b>
              </>
            }
          >
            {mayOrder(account) && (
              <ButtonLink variant="primary" size="large" href={link(paths.checkout)}>
                {t('checkout')}
              </ButtonLink>
            )}
          </ActionBar>
          <p className={styles.continue}>
            <a href={link(paths.browse)}>{t('continue')}</a>
          </p>
          <p className={styles.quiet}>{t('payBy', { methods: oneOf(Object.values(payments)) })}</p>
        </section>
      </div>
    </Page>
  )
}
