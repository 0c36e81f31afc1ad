import type { OrderStatus } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'

export function useStatusNames(): Record<OrderStatus, string> {
  const { t } = useTranslation('orders')
  return {
    confirmed: t('status.confirmed'),
    preparing: t('status.preparing'),
    out_for_delivery: t('status.outForDelivery'),
    delivered: t('status.delivered'),
    cancelled: t('status.cancelled'),
    failed: t('status.failed'),
  }
}
