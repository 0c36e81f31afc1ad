import { useDeliveryTexts } from '../../blocks/orders/delivery-texts.ts'
import { usePendingReason } from '../../blocks/orders/pending-reason.ts'
import { useNow } from '../../clock/use-now.ts'
import type { OrderView } from '../../data/orders/orders.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

/** The order's state, as a title and a sentence. */
export function useHeadline(view: OrderView): { title: string; text: string } {
  const { t } = useTranslation('orders')
  const { day, time } = useFormat()
  const now = useNow()
  const waiting = usePendingReason(view)
  const { account } = useSession()
  // An order taken over from a visitor does not say whether an e-mail was wanted.
  const hasMail = view.asked !== undefined && (account !== undefined || view.asked.email !== undefined)
  const withoutMail = account ? t('stage.confirmedFollow') : t('stage.confirmedNoMail')
  const { order, stage, pending, isWithdrawn } = view
  const { handOverAt, failure } = useDeliveryTexts(order)
  // A confirmed order was paid for; the refund's banner says what becomes of the money.
  const cancelledText = order ? t('state.cancelledText') : t('state.withdrawnText')
  const cancelled = {
    title: pending ? t('state.cancellingTitle') : t('state.cancelledTitle'),
    text: pending ? t('state.cancellingText') : cancelledText,
  }

  if (isWithdrawn) return cancelled
  if (stage === 'refused') return { title: t('stage.refusedTitle'), text: t('stage.refusedText') }
  if (stage === 'saved') return { title: t('stage.savedTitle'), text: waiting.text }
  if (stage === 'sent' || !order) return { title: t('stage.sentTitle'), text: t('stage.sentText') }
  const arriving =
    now < new Date(order.estimatedAt)
      ? t('stage.confirmedTitle', { day: day(order.estimatedAt), time: time(order.estimatedAt) })
      : t('stage.lateTitle')
  switch (order.status) {
    case 'confirmed':
    case 'preparing':
      return { title: arriving, text: hasMail ? t('stage.confirmedText') : withoutMail }
    case 'out_for_delivery':
      return { title: t('state.onItsWayTitle'), text: arriving }
    case 'delivered':
      return { title: t('state.deliveredTitle'), text: handOverAt ?? t('state.deliveredText') }
    case 'failed':
      // The refund's banner says more about an order that came later.
      if (order.refund === 'arrived_after_all') return { title: t('refund.arrived'), text: t('state.deliveredText') }
      return { title: t('state.failedTitle'), text: failure ?? t('state.failedText') }
    case 'cancelled':
      return cancelled
  }
}
