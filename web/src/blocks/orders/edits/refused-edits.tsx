import { type Intent, type Order, ulidOf } from '#model'
import { attention, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { HelpLinks } from './help-links.tsx'
import styles from './order-edits.module.css'

/** The refused requests about an order that are not dismissed yet; the order itself stays as it is shown. */
function useRefusedEdits(orderId: string) {
  const { t } = useTranslation('orders')
  const problem = useProblem()
  const items = useLive(needsAttention)
  const titles: Record<AskedOfOrder['kind'], string> = {
    'change-order': t('edit.changeRefused'),
    'cancel-order': t('edit.cancelRefused'),
    'report-problem': t('report.refused'),
  }
  const refused = items.status === 'ready' ? items.data : []
  return refused.flatMap(({ id, reason, intent }) => {
    if (!intent || !asksOfOrder(intent) || intent.payload.order !== ulidOf(orderId)) return []
    const title = titles[intent.kind]
    // An app that is not updated yet has no words for a newer intent from another device.
    return title ? [{ id, title, why: problem(reason) }] : []
  })
}

/** `track-order` is left out: if it is refused, the person misses nothing. */
type AskedOfOrder = Exclude<Extract<Intent, { payload: { order: string } }>, { kind: 'track-order' }>

const asksOfOrder = (intent: Intent): intent is AskedOfOrder =>
  'order' in intent.payload && intent.kind !== 'track-order'

/** The refused requests on the order's card. */
export function RefusedEditChips({ orderId }: { orderId: string }) {
  return useRefusedEdits(orderId).map(({ id, title, why }) => (
    <SyncChip key={id} welded stage="failed" title={title} note={why} />
  ))
}

/** The refused requests on the order's screen. */
export function RefusedEdits({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const banners = useRefusedEdits(order._id).map(({ id, title, why }) => (
    <Banner key={id} tone="rose" title={title}>
      <p>{why}</p>
      <HelpLinks order={order} />
      <p className={styles.actions}>
        <Button variant="quiet" onClick={() => void saveOrToast(attention.putAway(id))}>
          {t('edit.understood')}
        </Button>
      </p>
    </Banner>
  ))
  return <LiveRegion>{banners.length > 0 && <div className={styles.panel}>{banners}</div>}</LiveRegion>
}
