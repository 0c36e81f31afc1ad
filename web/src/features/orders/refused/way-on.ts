import type { OrderView } from '../../../data/shop/orders.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'

interface WayOn {
  text: string
  href: string
  label: string
}

/** Where the flowers of a refused order are now, and the way there. */
export function useWayOn({ asked, reason }: OrderView): WayOn {
  const { t } = useTranslation('orders')
  if (reason === 'already_ordered')
    return { text: t('refused.already'), href: link(paths.orderHistory), label: t('refused.orders') }
  const lines = asked?.lines ?? []
  const [first] = lines
  // A Buy Now took nothing out of the cart.
  if (first && lines.every(({ consumes }) => Object.keys(consumes).length === 0))
    return { text: t('refused.boughtNow'), href: link(paths.product(first.flower)), label: t('refused.flower') }
  return { text: t('refused.text'), href: link(paths.cart), label: t('refused.cart') }
}
