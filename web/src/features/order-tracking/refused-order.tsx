import * as v from 'valibot'
import { findReorder, flowerDocumentId, linesStillAvailable, ulidOf } from '#model'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { type OrderView, ordersNewestFirst, type PagedList } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import styles from './order-tracking.module.css'
import { priceOfLines } from './price-of-lines.ts'
import { useRefusedNextStep } from './refused-next-step.ts'
import { useOrderAgain } from './use-order-again.ts'

/** Whether all orders since this one have been read. */
const reaches = ({ items, isWhole }: PagedList<OrderView>, id: string) =>
  isWhole || items.some((view) => view.id === id)

const NewFigures = v.object({ totalRupees: v.number() })

/** Says why the order was refused and that nothing was charged, and offers what can be done. */
export function RefusedOrder({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { rupees, language } = useFormat()
  const problem = useProblem()
  const nextStep = useRefusedNextStep(view)
  const again = useOrderAgain(view)
  const flowers = useLive(allFlowers)
  const orders = useLive(ordersNewestFirst)
  const { asked, refusal, reason } = view
  const isPromo = reason?.startsWith('promo_') ?? false
  const figures = isPromo || reason === 'price_changed' ? v.safeParse(NewFigures, refusal) : undefined
  const newTotal = figures?.success ? figures.output.totalRupees : undefined

  // An invalid code is left out; a valid one is part of the new price.
  const withoutCode = asked && (isPromo ? { ...asked, promoCode: undefined } : asked)

  if (orders.status === 'loading' || (orders.status === 'ready' && !reaches(orders.data, view.id))) return null
  const next = orders.status === 'ready' ? findReorder(view, orders.data.items) : undefined
  // This order was placed again already: another press would place a further one.
  if (next)
    return (
      <Banner tone="rose" title={problem(reason ?? 'other')}>
        <p>{t('refused.again')}</p>
        <p className={styles.actions}>
          <ButtonLink variant="primary" href={link(paths.orderTracking(ulidOf(next.id)))}>
            {t('refused.showNext')}
          </ButtonLink>
        </p>
      </Banner>
    )

  const { gone, lines } = linesStillAvailable(view)
  const known = flowers.status === 'ready' ? flowers.data.flowers : []
  const names = gone.map((id) => known.find((flower) => flower._id === flowerDocumentId(id))?.name[language] ?? id)
  const restTotal = gone.length > 0 ? priceOfLines(lines, known) : undefined

  return (
    <Banner tone="rose" title={problem(reason ?? 'other')}>
      {names.length > 0 && <p className={styles.names}>{names.join(', ')}</p>}
      {isPromo && <p className={styles.names}>{asked?.promoCode}</p>}
      <p>{nextStep.text}</p>
      {newTotal !== undefined && asked && newTotal !== asked.quotedTotalRupees && (
        <dl className={styles.figures}>
          <dt>{t('refused.before')}</dt>
          <dd>
            <s>{rupees(asked.quotedTotalRupees)}</s>
          </dd>
          <dt>{t('refused.now')}</dt>
          <dd>
            <b>{rupees(newTotal)}</b>
          </dd>
        </dl>
      )}
      {again.hasFailed && <p role="alert">{t('refused.failed')}</p>}
      <p className={styles.actions}>
        {newTotal !== undefined && withoutCode && (
          <Button variant="primary" busy={again.isAsking} onClick={() => again.order(withoutCode, newTotal)}>
            {t(isPromo ? 'refused.acceptWithout' : 'refused.accept', { total: rupees(newTotal) })}
          </Button>
        )}
        {restTotal !== undefined && asked && (
          <Button variant="primary" busy={again.isAsking} onClick={() => again.order({ ...asked, lines }, restTotal)}>
            {t('refused.acceptRest', { total: rupees(restTotal) })}
          </Button>
        )}
        <ButtonLink href={nextStep.href}>{nextStep.label}</ButtonLink>
      </p>
    </Banner>
  )
}
