import { type Intent, type IntentOf, type Order, ulidOf } from '#model'
import { attention, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useRefusal } from '../../../i18n/refusal.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { HelpLinks } from '../help-links.tsx'
import styles from './order-edits.module.css'

/** Other intents about an order are not shown with it: a message, and the work of a partner. */
const EDITS = ['change-order', 'cancel-order', 'report-problem', 'rate-delivery'] as const
type EditOfOrder = IntentOf<(typeof EDITS)[number]>

interface RefusedEdit {
  /** The intent's id. */
  id: string
  kind: EditOfOrder['kind']
  reason: string
}

const isEdit = (intent: Intent): intent is EditOfOrder => EDITS.some((kind) => kind === intent.kind)

/** Returns the refused changes, cancellations, reports and ratings of an order that the customer has not dismissed. */
function useRefusedEdits(orderId: string): RefusedEdit[] {
  const items = useLive(needsAttention)
  const refused = items.status === 'ready' ? items.data : []
  return refused.flatMap(({ id, reason, intent }) =>
    intent && isEdit(intent) && intent.payload.order === ulidOf(orderId) ? [{ id, reason, kind: intent.kind }] : [],
  )
}

function useWords({ kind, reason }: RefusedEdit) {
  const { t } = useTranslation('orders')
  const refusal = useRefusal()
  const titles: Record<EditOfOrder['kind'], string> = {
    'change-order': t('edit.changeRefused'),
    'cancel-order': t('edit.cancelRefused'),
    'report-problem': t('report.refused'),
    'rate-delivery': t('rating.refused'),
  }
  return { title: titles[kind], why: refusal(kind, reason) }
}

/** The refused requests on the order's card. */
export function RefusedEditChips({ orderId }: { orderId: string }) {
  return useRefusedEdits(orderId).map((edit) => <RefusedEditChip key={edit.id} edit={edit} />)
}

function RefusedEditChip({ edit }: { edit: RefusedEdit }) {
  const { title, why } = useWords(edit)
  return <SyncChip welded stage="failed" title={title} note={why} />
}

/** The refused requests on the order's screen. */
export function RefusedEdits({ order }: { order: Order }) {
  const banners = useRefusedEdits(order._id).map((edit) => (
    <RefusedEditBanner key={edit.id} edit={edit} order={order} />
  ))
  return <LiveRegion>{banners.length > 0 && <div className={styles.panel}>{banners}</div>}</LiveRegion>
}

function RefusedEditBanner({ edit, order }: { edit: RefusedEdit; order: Order }) {
  const { t } = useTranslation('orders')
  const { title, why } = useWords(edit)
  return (
    <Banner tone="rose" title={title}>
      <p>{why}</p>
      <HelpLinks order={order} />
      <p className={styles.actions}>
        <Button variant="quiet" onClick={() => void saveOrToast(attention.putAway(edit.id))}>
          {t('edit.understood')}
        </Button>
      </p>
    </Banner>
  )
}
