import type { ProfileChange } from '../../data/people/profile.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'

interface ProfileChangeChipProps {
  change: ProfileChange
  wasAskedNow: boolean
}

/** How far the last change has got; nothing if it was confirmed before this visit. */
export function ProfileChangeChip({ change, wasAskedNow }: ProfileChangeChipProps) {
  const { t } = useTranslation('people')
  const { when } = useFormat()
  const problem = useProblem()
  const { signedOutByServer } = useSession()
  const { online } = useSyncStatus()
  const { stage, at, reason } = change

  if (stage === 'confirmed')
    return wasAskedNow ? <SyncChip stage="confirmed" title={t('change.confirmed')} note={when(at)} /> : null
  if (stage === 'refused')
    return <SyncChip stage="failed" title={t('change.refused')} note={`${problem(reason ?? 'other')} · ${when(at)}`} />
  if (stage === 'sent') return <SyncChip stage="sent" title={t('change.sent')} note={when(at)} />
  const waiting = signedOutByServer ? t('change.signedOut') : online ? t('change.onItsWay') : t('change.offline')
  return <SyncChip stage="saved" title={t('change.saved')} note={`${when(at)} · ${waiting}`} />
}
