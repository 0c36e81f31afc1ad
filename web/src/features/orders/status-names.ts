import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '#model'

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
