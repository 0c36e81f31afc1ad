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
    noteOf({ kind, stage }: Change): string {
      if (stage === 'sent') return t('interest.confirming')
      // The buyer gets no notice of a removal.
      if (kind === 'withdraw-interest') {
        if (signedOutByServer) return t('interest.sentSignedOut')
        return online ? t('interest.sentSoon') : t('interest.sentLater')
      }
      if (signedOutByServer) return t('interest.toldSignedOut')
      return online ? t('interest.toldSoon') : t('interest.told')
    },
  }
}
