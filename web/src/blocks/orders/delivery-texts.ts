import { deliveredAt, type Order } from '#model'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

interface DeliveryTexts {
  /** Who brings the order, or that somebody is looked for; undefined before, on the way and afterwards. */
  search: string | undefined
  /** To whom the flowers were handed, or where they were left; undefined if nobody said so. */
  handOver: string | undefined
  /** The same, and when. */
  handOverAt: string | undefined
  /** Why the order was not delivered; undefined unless it failed. */
  failure: string | undefined
  /** The state of the customer's money: in a few words, and in a sentence. Undefined if nothing is to be refunded. */
  refund: { title: string; text: string } | undefined
}

/** What became of an order's delivery, for its customer. */
export function useDeliveryTexts(order: Order | undefined): DeliveryTexts {
  const { t } = useTranslation('orders')
  const { when, rupees } = useFormat()
  if (!order)
    return { search: undefined, handOver: undefined, handOverAt: undefined, failure: undefined, refund: undefined }
  const { status, partner, openedAt, handedTo, failedBy, totalRupees } = order
  const hands = {
    recipient: t('handover.recipient'),
    neighbour: t('handover.neighbour'),
    guard: t('handover.guard'),
    reception: t('handover.reception'),
    door: t('handover.door'),
  }
  const failures = {
    nobody: t('failure.nobody'),
    silent: t('failure.silent'),
    no_answer: t('failure.no_answer'),
    wrong_address: t('failure.wrong_address'),
    refused: t('failure.refused'),
    damaged: t('failure.damaged'),
    closed: t('failure.closed'),
    unsafe: t('failure.unsafe'),
    other: t('failure.other'),
  }
  const amount = rupees(totalRupees)
  const refunds = {
    due: { title: t('refund.due'), text: t('refund.dueText', { amount }) },
    done: { title: t('refund.done'), text: t('refund.doneText', { amount }) },
    arrived_after_all: { title: t('refund.arrived'), text: t('refund.arrivedText') },
  }
  const isPreparing = status === 'confirmed' || status === 'preparing'
  const looking = status === 'confirmed' && openedAt ? t('handover.looking') : undefined
  const at = deliveredAt(order)
  const handOver = handedTo && hands[handedTo]
  return {
    search: isPreparing && partner ? t('handover.taken', { name: partner.name }) : looking,
    handOver,
    handOverAt: handOver && at ? t('handover.at', { how: handOver, time: when(at) }) : undefined,
    failure: status === 'failed' ? failures[failedBy ?? 'other'] : undefined,
    refund: order.refund && refunds[order.refund],
  }
}
