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

/** The dashboard shows what these are about. */
const ABOUT_WORK = /^(application-approved|delivery-|payout-|duty-|bulk-agreed|bulk-closed)/

/** What a notice says, and which screen shows its subject. */
export function useNoticeTexts(): NoticeTexts {
  const { t } = useTranslation('people')
  const { account } = useSession()
  const dashboard = account && dashboardOf(account.role)
  return useMemo(
    () => ({
      // An app that is not updated yet does not know a newer kind.
      says: ({ kind }) => t([`notices.kind.${kind}`, 'notices.other']),
      leadsTo({ kind, subject }) {
        // The bank account is changed there.
        if (kind === 'payout-failed' && dashboard) return paths.driverProfile
        if (ABOUT_WORK.test(kind)) return dashboard ?? paths.profile
        if (kind === 'ticket-answered') return paths.support
        if (kind === 'bulk-interest') return paths.bulkOrder
        return subject.startsWith('order:') ? paths.orderTracking(ulidOf(subject)) : paths.profile
      },
    }),
    [t, dashboard],
  )
}
