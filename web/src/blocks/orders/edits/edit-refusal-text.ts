import type { Order, OrderView } from '#model'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Editing } from './use-editing.ts'

/** A sentence that says why an order can no longer be changed or cancelled. */
export function useEditRefusalText({ order, stage, pending }: OrderView) {
  const { t } = useTranslation('orders')
  return (reason: NonNullable<Editing['reason']>): string => {
    if (reason === 'too_late') return t('edit.tooLate')
    if (reason === 'order_on_its_way') return t('edit.onItsWay')
    if (stage === 'refused') return t('edit.wasRefused')
    if (pending) return t('edit.isCancelling')
    if (order?.status === 'delivered') return t('edit.wasDelivered')
    return order?.status === 'failed' ? t('edit.hasFailed') : t('edit.wasCancelled')
  }
}

/** A sentence that says what stays because a partner has accepted the order. */
export function useTakenText() {
  const { t } = useTranslation('orders')
  return ({ partner }: Pick<Order, 'partner'>): string =>
    partner ? t('edit.taken', { name: partner.name }) : t('edit.takenUnnamed')
}
