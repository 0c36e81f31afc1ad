import { ulidOf } from '#model'
import { linesOf } from '../../blocks/orders/order-contents.ts'
import { ReorderButton } from '../../blocks/orders/reorder/reorder-button.tsx'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import type { OrderView } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import styles from './order-tracking.module.css'

/** Links for an order that is placed: order again, invoice. */
export function OrderLinks({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const flowers = useLive(allFlowers)
  return (
    <p className={styles.actions}>
      <ReorderButton lines={linesOf(view, flowers.status === 'ready' ? flowers.data.flowers : [])} />
      <ButtonLink href={link(paths.invoice(ulidOf(view.id)))}>{t('invoice.open')}</ButtonLink>
    </p>
  )
}
