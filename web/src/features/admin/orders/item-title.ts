import type { DeliveryItemRow } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The line by which a list names an item. */
export function useItemTitle(): (row: DeliveryItemRow) => string {
  const { t } = useTranslation('desk')
  const { rupees } = useFormat()
  return ({ what, totalRupees, partner, steps = [], isAddressChanged }) => {
    const name = partner?.name || t('items.somebody')
    switch (what) {
      case 'refund':
        return t('items.titles.refund', { amount: rupees(totalRupees) })
      case 'silent':
        return t('items.titles.silent', { name })
      case 'florist':
        return t('items.titles.florist')
      case 'story': {
        if (isAddressChanged) return t('items.titles.address', { name })
        const hasDelivered = steps.some(({ step, partner: who }) => step === 'delivered' && who === partner?.id)
        return hasDelivered ? t('items.titles.delivered', { name }) : t('items.titles.story', { name })
      }
    }
  }
}
