import type { DeliveryFact, Order } from '#model'
import { ulidOf } from '#model'
import type { Head, Subject } from '../../data/conversations/subject.ts'
import '../../i18n/chat-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { useBulkWords } from '../bulk/bulk-words.ts'
import { useStatusNames } from '../orders/status-names.ts'

/** Returns the words for the other one of a conversation and for what it is about. */
export function useContactWords() {
  const { t } = useTranslation('chat')
  const { time } = useFormat()
  const bulk = useBulkWords()
  const statuses = useStatusNames()
  const roles = t('role', { returnObjects: true })
  const deliveries = t('about.delivery', { returnObjects: true })

  const ofOrder = ({ status, estimatedAt }: Order) =>
    status === 'out_for_delivery'
      ? t('about.by', { status: statuses[status], time: time(estimatedAt) })
      : statuses[status]
  const ofDelivery = ({ state }: DeliveryFact) => deliveries[state]

  return {
    nameOf: ({ name, role }: Pick<Head, 'name' | 'role'>) => (role === 'MOGRA' ? t('mogra') : name || t('deleted')),
    /** Returns the status of the order, or what the request asks for; undefined for a conversation with Mogra. */
    about(subject: Subject | undefined): string | undefined {
      if (!subject) return undefined
      if (subject.kind === 'order') return ofOrder(subject.order)
      if (subject.kind === 'delivery') return ofDelivery(subject.delivery)
      return bulk.askedFor(subject.kind === 'request' ? subject.request : subject.interest)
    },
    roleOf: (role: keyof typeof roles) => roles[role],
  }
}

/** Returns the link to the screen of the order or the request. */
export function addressOf(subject: Subject): string {
  if (subject.kind === 'order') return link(paths.orderTracking(ulidOf(subject.order._id)))
  if (subject.kind === 'delivery') return link(paths.driverDashboard)
  if (subject.kind === 'request') return link(paths.bulkOrder)
  return link(`${paths.wholesaleDashboard}?tab=requests&request=${ulidOf(subject.interest._id)}`)
}
