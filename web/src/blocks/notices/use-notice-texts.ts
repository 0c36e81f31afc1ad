import { useMemo } from 'react'
import { type Notice, ulidOf } from '#model'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dashboardOf, paths } from '../../paths.ts'

interface NoticeTexts {
  says: (notice: Notice) => string
  /** The path of the screen that shows what the notice is about. */
  leadsTo: (notice: Notice) => string
}

/** What a notice says, and which screen shows its subject. */
export function useNoticeTexts(): NoticeTexts {
  const { t: orders } = useTranslation('orders')
  const { t } = useTranslation('people')
  const { account } = useSession()
  const dashboard = account && dashboardOf(account.role)
  return useMemo(() => {
    // The texts may be loaded later than this hook first runs: each is looked up when it is asked for.
    const words: Record<Notice['kind'], () => string> = {
      'order-confirmed': () => orders('notice.confirmed'),
      'order-changed': () => orders('notice.changed'),
      'order-cancelled': () => orders('notice.cancelled'),
      'order-preparing': () => orders('notice.preparing'),
      'order-on-its-way': () => orders('notice.onItsWay'),
      'order-delivered': () => orders('notice.delivered'),
      'problem-reported': () => orders('notice.reported'),
      'ticket-answered': () => orders('notice.ticketAnswered'),
      'application-approved': () => t('notices.approved'),
      'application-rejected': () => t('notices.rejected'),
      'role-taken': () => t('notices.roleTaken'),
    }
    return {
      // An app that is not updated yet does not know a newer kind.
      says: ({ kind }) => words[kind]?.() ?? t('notices.other'),
      leadsTo({ kind, subject }) {
        if (kind === 'application-approved') return dashboard ?? paths.profile
        if (kind === 'ticket-answered') return paths.support
        return subject.startsWith('order:') ? paths.orderTracking(ulidOf(subject)) : paths.profile
      },
    }
  }, [orders, t, dashboard])
}
