import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { excessOf, MOST_LINES, MOST_PIECES, type OrderExcess, TAX_PERCENT } from '#model'
import { PriceSummary } from '../../blocks/orders/prices/price-summary.tsx'
import { PromoCode } from '../../blocks/orders/prices/promo-code.tsx'
import { CustomersOnly } from '../../blocks/people/customers-only.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { useFreshCatalogue } from '../../data/catalogue/fresh-catalogue.ts'
import { acknowledgePrices } from '../../data/orders/acknowledged-prices.ts'
import { type CartView, cart, cartLines, orderedLines } from '../../data/orders/cart.ts'
import { usePromo } from '../../data/orders/promo.ts'
import { useLive } from '../../data/use-live.ts'
import { mayOrder, useSession } from '../../data/use-session.ts'
import { type InitialSync, useInitialSync } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useUndo } from '../../ui/feedback/undo.ts'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { LongList } from '../../ui/layout/long-list.tsx'
import { ActionBar, Page, Panel } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './cart.module.css'
import { CartRow } from './cart-row.tsx'
import { cartUndo, removeWithUndo } from './remove-with-undo.ts'

export function CartScreen() {
  // Half-written messages and Undo are those of the person who is here.
  return (
    <SamePerson signedOut={<CartOfPerson />}>
      <CartOfPerson />
    </SamePerson>
  )
}

function CartOfPerson() {
  const lines = useLive(cartLines)
  const arrival = useInitialSync()
  const keptFocus = useFocusRestore('h1')
  useUndo(cartUndo)
  useFreshCatalogue()
  useEffect(() => {
    if (lines.status === 'ready') acknowledgePrices(lines.data.lines.map(({ flowerId }) => flowerId))
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

function ArrivingCart({ arrival }: { arrival: InitialSync }) {
  const { t } = useTranslation('orders')
  return (
    <Page>
      <h1>{t('cart.title')}</h1>
      <InitialSyncBanner title={t('cart.arriving')} arrival={arrival} />
    </Page>
  )
}

function EmptyCart() {
  const { t } = useTranslation('orders')
  const { state } = useLocation()
  const navigate = useNavigate()
  // Set by the checkout that led here because the cart was emptied. Shown once, because the entry stays in the history.
  const [wasFilled] = useState(() => Object(state).wasFilled === true)
  useEffect(() => {
    if (wasFilled) void navigate(paths.cart, { replace: true, state: null })
  }, [wasFilled, navigate])
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture="/flowers/empty-basket.svg"
        title={t('cart.empty')}
        action={
          <>
            {wasFilled && <ButtonLink href={link(paths.orderHistory)}>{t('cart.orders')}</ButtonLink>}
            <ButtonLink variant="primary" href={link(paths.browse)}>
              {t('cart.browse')}
            </ButtonLink>
          </>
        }
      >
        {wasFilled ? t('cart.emptied') : t('cart.emptyText')}
      </EmptyState>
    </Page>
  )
}

function FullCart({ view }: { view: CartView }) {
  const { t } = useTranslation('orders')
  const { rupees, oneOf } = useFormat()
  const payments = t('cart.payments', { returnObjects: true })
  const { account } = useSession()
  const arrival = useInitialSync()
  const promo = usePromo(
    view.lines.map(({ flower, quantity }) => ({ priceRupees: flower?.priceRupees ?? 0, quantity })),
    'cart',
  )
  const excess = excessOf(orderedLines(view))
  const wordsOf = (too: OrderExcess) => {
    if ('pieces' in too) return t('cart.mostPieces', { most: MOST_PIECES })
    if ('flowers' in too) return t('cart.tooMany', { most: MOST_LINES, count: too.flowers })
    return t('cart.tooLong', { count: too.letters })
  }
  const isUnsellable = view.lines.some((line) => !line.flower?.inStock)

  return (
    <Page>
      <div className={styles.head}>
        <h1>{t('cart.title')}</h1>
        <Button variant="quiet" onClick={() => removeWithUndo(cart.clear(), () => t('cart.cleared'))}>
          {t('cart.clear')}
        </Button>
      </div>
      <InitialSyncBanner title={t('cart.arriving')} arrival={arrival} />
      <div className={styles.columns}>
        <div>
          <LongList items={view.lines} isWhole className={styles.lines}>
            {(line) => <CartRow key={line.flowerId} line={line} />}
          </LongList>
        </div>
        <section className={styles.summary} aria-label={t('cart.summary')}>
          <PromoCode {...promo} onType={promo.type} onApply={promo.apply} onRemove={promo.remove} />
          <Panel>
            <PriceSummary prices={promo.prices} promoCode={promo.code} taxPercent={TAX_PERCENT} />
          </Panel>
          <LiveRegion>{excess && <p className={styles.problem}>{wordsOf(excess)}</p>}</LiveRegion>
          <LiveRegion>{isUnsellable && <p className={styles.problem}>{t('cart.unsellable')}</p>}</LiveRegion>
          {!mayOrder(account) && <CustomersOnly href={loginFor(paths.cart)} />}
          <ActionBar
            lead={
              <>
                <span className={styles.quiet}>{t('cart.total')}</span>
                <b>{rupees(promo.prices.totalRupees)}</b>
              </>
            }
          >
            {mayOrder(account) && !excess && (
              <ButtonLink variant="primary" size="large" href={link(paths.checkout)}>
                {t('cart.checkout')}
              </ButtonLink>
            )}
          </ActionBar>
          <p className={styles.continue}>
            <a href={link(paths.browse)}>{t('cart.continue')}</a>
          </p>
          <p className={styles.quiet}>{t('cart.payBy', { methods: oneOf(Object.values(payments)) })}</p>
        </section>
      </div>
    </Page>
  )
}
