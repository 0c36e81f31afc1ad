import type { OrderView } from '../../../data/orders/orders.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { usePendingReason } from '../pending-reason.ts'

/** How far a change or a cancellation has got that is not decided yet. */
export function PendingEditChip({ view, welded }: { view: OrderView; welded?: boolean }) {
  // Only a chip that is shown follows the state of the sync, so that a change of it does not draw a long list again.
  return view.pending ? <PendingChip view={view} pending={view.pending} welded={welded} /> : null
}

interface PendingChipProps {
  view: OrderView
  pending: NonNullable<OrderView['pending']>
  welded: boolean | undefined
}

function PendingChip({ view, pending, welded }: PendingChipProps) {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const waiting = usePendingReason(view)
  const titles = {
    'cancel-order': { saved: t('edit.cancelSaved'), sent: t('edit.cancelSent') },
    'change-order': { saved: t('edit.changeSaved'), sent: t('edit.changeSent') },
  }
  const note = pending.stage === 'saved' ? `${when(pending.at)} · ${waiting.note}` : when(pending.at)
  return (
    <SyncChip
      stage={pending.stage}
      title={titles[pending.kind][pending.stage]}
      note={note}
      {...(welded && { welded })}
    />
  )
}
