import { Check, Gift, type LucideIcon, Truck } from 'lucide-react'
import type { Order, OrderStatus } from '#model'
import { useDeliveryTexts } from '../../blocks/orders/delivery-texts.ts'
import { useStatusNames } from '../../blocks/orders/status-names.ts'
import { useNow } from '../../clock/use-now.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ShopIcon } from '../../ui/brand/mogra-icons.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Timeline, type TimelineItem } from '../../ui/progress/timeline.tsx'
import styles from './order-tracking.module.css'

const WAY: readonly OrderStatus[] = ['confirmed', 'preparing', 'out_for_delivery', 'delivered']
const ICONS: Partial<Record<OrderStatus, LucideIcon>> = {
  confirmed: Check,
  preparing: ShopIcon,
  out_for_delivery: Truck,
  delivered: Gift,
}

export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { when, day, time } = useFormat()
  const names = useStatusNames()
  const now = useNow()
  const { failure, handOver } = useDeliveryTexts(order)
  const notes: Partial<Record<OrderStatus, string | undefined>> = {
    delivered: handOver,
    failed: failure,
  }
  const happened = new Map(order.timeline.map((entry) => [entry.status, entry]))
  const hasEnded = order.status === 'cancelled' || order.status === 'failed'
  const past = order.timeline.map((entry) => entry.status)
  // A cancellation that is not decided yet has no entry.
  const steps: readonly OrderStatus[] = hasEnded ? [...new Set([...past, order.status])] : WAY
  const reached = steps.indexOf(order.status)

  const isSimulated = order.timeline.some((entry) => entry.simulated)
  const items = steps.map((status, index): TimelineItem => {
    const entry = happened.get(status)
    const icon = ICONS[status]
    const note = index <= reached ? notes[status] : undefined
    const isReached = index <= reached
    const isEnd = hasEnded && index === reached && entry !== undefined
    const isNow = index === reached && (index < steps.length - 1 || !entry)
    const estimate =
      status === 'delivered' && !isReached && now < new Date(order.estimatedAt)
        ? t('timeline.by', { day: day(order.estimatedAt), time: time(order.estimatedAt) })
        : undefined
    const shownTime = entry && isReached ? when(entry.at) : estimate
    return {
      title: names[status],
      state: isEnd ? 'ended' : isNow ? 'now' : isReached ? 'done' : 'waiting',
      ...(shownTime ? { time: shownTime } : {}),
      ...(icon ? { icon } : {}),
      ...(note ? { note } : {}),
    }
  })

  return (
    <section className={styles.section} aria-labelledby="progress">
      <div className={styles.row}>
        <h2 id="progress">{t('timeline.title')}</h2>
        {isSimulated && <Badge>{t('timeline.simulated')}</Badge>}
      </div>
      {isSimulated && <p className={styles.quiet}>{t('timeline.simulatedText')}</p>}
      <Timeline label={t('timeline.title')} items={items} />
    </section>
  )
}
