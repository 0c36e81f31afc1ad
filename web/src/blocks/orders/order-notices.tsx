import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Notice, ulidOf } from '#model'
import { newNotices } from '../../data/notices.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/overlays/toasts.tsx'

/** Shows in one line, on every screen, what has happened to an order or a message to support since this page was opened. */
export function OrderNotices() {
  const { t } = useTranslation('orders')
  const notices = useLive(newNotices)
  const { isArriving } = useSyncStatus()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  /** Ids of the notices that were here before or have been shown. */
  const known = useRef<Set<string> | undefined>(undefined)
  const all = notices.status === 'ready' ? notices.data : undefined

  useEffect(() => {
    if (!all) return
    const before = known.current
    known.current = new Set(all.map(({ _id }) => _id))
    // A device that receives its data for the first time gets old notices.
    if (!before || isArriving) return
    const latest = all.findLast(({ _id }) => !before.has(_id))
    if (!latest) return
    const words: Record<Notice['kind'], string> = {
      'order-confirmed': t('notice.confirmed'),
      'order-changed': t('notice.changed'),
      'order-cancelled': t('notice.cancelled'),
      'order-preparing': t('notice.preparing'),
      'order-on-its-way': t('notice.onItsWay'),
      'order-delivered': t('notice.delivered'),
      'problem-reported': t('notice.reported'),
      'ticket-answered': t('notice.ticketAnswered'),
    }
    const subject = latest.kind === 'ticket-answered' ? paths.support : paths.orderTracking(ulidOf(latest.subject))
    // The subject's own screen shows it itself, and the checkout is about to lead to the order.
    if (pathname === subject || pathname === paths.checkout) return
    announce({
      message: words[latest.kind],
      action: { label: t('notice.show'), onAction: () => void navigate(subject) },
    })
  }, [all, isArriving, pathname, navigate, t])
  return null
}
