import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

type Change = NonNullable<SupplierRequest['change']>

/** How far a change of interest has got, and what follows. */
export function useChangeWords() {
  const { t } = useTranslation('wholesale')
  const { when } = useFormat()
  const { signedOutByServer } = useSession()
  const { online } = useSyncStatus()
  return {
    titleOf({ kind, stage, at }: Change): string {
      const time = when(at)
      if (kind === 'show-interest')
        return stage === 'saved' ? t('interest.showingSaved', { time }) : t('interest.showingSent', { time })
      return stage === 'saved' ? t('interest.removingSaved', { time }) : t('interest.removingSent', { time })
    },
    noteOf({ stage }: Change): string {
      if (stage === 'sent') return t('interest.confirming')
      if (signedOutByServer) return t('interest.toldSignedOut')
      return online ? t('interest.toldSoon') : t('interest.told')
    },
  }
}
