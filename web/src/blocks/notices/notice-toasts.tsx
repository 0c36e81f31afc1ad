import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Notice, ulidOf } from '#model'
import { newNotices } from '../../data/notices.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/overlays/toasts.tsx'
import { useNoticeTexts } from './use-notice-texts.ts'

const ownScreens = ({ subject }: Notice) => [paths.orderTracking(ulidOf(subject)), paths.checkout]

/** Shows in one line, on every screen, what has happened since this page was opened. */
export function NoticeToasts() {
  const { t } = useTranslation('orders')
  const { says, leadsTo } = useNoticeTexts()
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
    const target = leadsTo(latest)
    // The order's own screen shows it itself, and the checkout is about to lead there.
    if (latest.subject.startsWith('order:') && ownScreens(latest).includes(pathname)) return
    const say = () =>
      announce({
        message: says(latest),
        ...(pathname !== target && {
          action: { label: t('notice.show'), onAction: () => void navigate(target) },
        }),
      })
    // A page that was opened in the shop has not loaded the texts of notices. Without them, only the list has the news.
    import('../../i18n/screens-english.ts').then(say, () => undefined)
  }, [all, isArriving, pathname, navigate, t, says, leadsTo])
  return null
}
