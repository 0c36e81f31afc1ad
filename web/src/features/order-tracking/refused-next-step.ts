import type { OrderView } from '../../data/orders/orders.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'

interface RefusedNextStep {
  text: string
  href: string
  label: string
}

/** Says where the flowers of a refused order are now, and links there. */
export function useRefusedNextStep({ asked, reason }: OrderView): RefusedNextStep {
  const { t } = useTranslation('orders')
  if (reason === 'already_ordered')
    return { text: t('refused.already'), href: link(paths.orderHistory), label: t('refused.orders') }
  const lines = asked?.lines ?? []
  const [first] = lines
  // A Buy Now took nothing from the cart.
  if (first && lines.every(({ consumes }) => Object.keys(consumes).length === 0))
    return { text: t('refused.boughtNow'), href: link(paths.product(first.flower)), label: t('refused.flower') }
  return { text: t('refused.text'), href: link(paths.cart), label: t('refused.cart') }
}
