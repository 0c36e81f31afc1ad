import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'

interface ReadFailedProps {
  /** The reason code of the failure. */
  error: string
  /** False if this device has nothing to show instead. */
  isShown: boolean
  /** When the device read what it shows; undefined if it read that during this visit. */
  readAt: string | undefined
  /** Without a network: says from when the shown figures or users are. */
  offline: (time: string) => string
  action?: ReactNode
}

/** Says why something could not be read, and how old the desk's copy is that is shown instead. */
export function ReadFailed({ error, isShown, readAt, offline, action }: ReadFailedProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  const isOffline = error === 'network'
  const time = readAt && when(readAt)
  return (
    <Banner
      tone="marigold"
      title={isOffline ? (time ? offline(time) : t('offlineNothing')) : problem(error)}
      action={action}
    >
      {!isShown && isOffline && <p>{t('offlineNothingText')}</p>}
      {time && !isOffline && <p>{t('readAt', { time })}</p>}
    </Banner>
  )
}
