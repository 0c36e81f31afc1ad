import { Printer } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { addressLine, formatPhone, TAX_PERCENT } from '#model'
import { useDeliveryTexts } from '../../blocks/orders/delivery-texts.ts'
import { linesOf, pricesOf } from '../../blocks/orders/order-contents.ts'
import { usePaymentNames, useSubstitutionNames, useWindowNames } from '../../blocks/orders/order-labels.ts'
import { PriceSummary } from '../../blocks/orders/prices/price-summary.tsx'
import { UnknownOrder } from '../../blocks/orders/unknown-order.tsx'
import { useCompany } from '../../data/catalogue/company.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { type OrderView, orderById } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './invoice.module.css'

/** An order as an invoice that can be printed. */
export function InvoiceScreen() {
  const { orderId = '' } = useParams()
  const view = useLive(orderById(orderId))
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  if (!view.data || view.data.stage === 'refused') return <UnknownOrder />
  return <Invoice view={view.data} />
}

function Invoice({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { language, rupees, number, date } = useFormat()
  const { order } = view
  const company = useCompany()
  const payments = usePaymentNames()
  const windows = useWindowNames()
  usePageTitle(order ? t('invoice.name', { number: order.number }) : undefined)
  const substitutions = useSubstitutionNames()
  const { refund } = useDeliveryTexts(order)
  const flowers = useLive(allFlowers)
  const details = order ?? view.asked
  if (!details) return null
  const lines = linesOf(view, flowers.status === 'ready' ? flowers.data.flowers : [])
  const { address } = details

  return (
    <Page width="narrow">
      <article className={styles.invoice}>
        <header className={styles.head}>
          <div>
            <h1>{t('invoice.title')}</h1>
            <p className={styles.quiet}>{order ? t('number', { number: order.number }) : t('numberFollows')}</p>
            <p className={styles.quiet}>{date(order?.confirmedAt ?? view.savedAt)}</p>
          </div>
          <address className={styles.company}>
            <Logo />
            {company && (
              <>
                <span>{company.postalAddress[language]}</span>
                <span>{company.supportEmail}</span>
                <span>{company.supportPhone}</span>
              </>
            )}
          </address>
        </header>
        {order?.status === 'cancelled' && !refund && <p>{t('invoice.cancelled')}</p>}
        {order?.status === 'failed' && order.refund !== 'arrived_after_all' && <p>{t('invoice.failed')}</p>}
        {refund && <p>{`${refund.title}: ${refund.text}`}</p>}
        <section aria-labelledby="bill-to">
          <h2 id="bill-to">{t('invoice.to')}</h2>
          <p>
            <b>{address.name}</b>
            <span>{`, ${formatPhone(address.phone)}`}</span>
          </p>
          <p>{addressLine(address, language)}</p>
          {address.landmark && <p className={styles.quiet}>{address.landmark}</p>}
          <p className={styles.quiet}>
            {t('invoice.on', { day: date(details.deliveryOn), window: windows[details.deliveryWindow] })}
          </p>
        </section>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('invoice.item')}</th>
              <th scope="col">{t('invoice.quantity')}</th>
              <th scope="col">{t('invoice.price')}</th>
              <th scope="col">{t('invoice.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.flower}>
                <td>{line.name[language]}</td>
                <td>{number(line.quantity)}</td>
                <td>{rupees(line.priceRupees)}</td>
                <td>{rupees(line.priceRupees * line.quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <PriceSummary prices={pricesOf(view, lines)} promoCode={details.promoCode} taxPercent={TAX_PERCENT} />
        <div className={styles.quiet}>
          {details.substitution && <p>{t('contents.substitution', { choice: substitutions[details.substitution] })}</p>}
          <p>{t('contents.payment', { method: payments[details.paymentMethod] })}</p>
        </div>
        <p className={styles.print}>
          <Button variant="primary" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            <span>{t('invoice.print')}</span>
          </Button>
        </p>
      </article>
    </Page>
  )
}
