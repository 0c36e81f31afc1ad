import type { OrderView, whyNotEditable } from '#model'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Why an order can be neither changed nor cancelled any more, in a sentence. */
export function useWhyNot({ order }: OrderView) {
  const { t } = useTranslation('orders')
  return (reason: NonNullable<ReturnType<typeof whyNotEditable>>): string => {
    if (reason === 'too_late') return t('edit.tooLate')
    if (reason === 'order_on_its_way') return t('edit.onItsWay')
    if (order?.status === 'delivered') return t('edit.wasDelivered')
    return order?.status === 'failed' ? t('edit.hasFailed') : t('edit.wasCancelled')
  }
}
