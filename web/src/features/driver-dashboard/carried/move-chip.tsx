import type { DeliveryView } from '#model'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { useDeliveryWords } from '../partner/delivery-words.ts'

/** How far the last step of a delivery has got: on this phone, sent, or confirmed. */
export function MoveChip({ view: { state, pending, fact } }: { view: DeliveryView }) {
  const { t } = useTranslation('deliveries')
  const { when } = useFormat()
  const { states, moves } = useDeliveryWords()
  const { signedOutByServer } = useSession()
  const last = pending.at(-1)
  if (!last)
    return (
      <SyncChip
        welded
        stage="confirmed"
        title={state === 'awarded' ? t('current.confirmed') : states[state]}
        note={t('current.confirmedAt', { time: when(state === 'awarded' ? fact.awardedAt : fact.changedAt) })}
      />
    )
  const time = when(last.at)
  const saved = signedOutByServer ? t('move.savedSignedOut', { time }) : t('move.saved', { time })
  return (
    <SyncChip
      welded
      stage={last.stage}
      title={moves[last.what]}
      note={last.stage === 'saved' ? saved : t('move.sent', { time })}
    />
  )
}
