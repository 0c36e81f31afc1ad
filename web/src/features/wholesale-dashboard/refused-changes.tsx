import { type AttentionItem, attention, needsAttention } from '../../data/attention.ts'
import type { SupplierRequest } from '../../data/bulk/supplier-requests.ts'
import { useLive } from '../../data/use-live.ts'
import { useRefusal } from '../../i18n/refusal.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { useRequestWords } from './requests/request-words.ts'
import styles from './wholesale-dashboard.module.css'

interface RefusedChangesProps {
  /** Undefined while they are being read. */
  requests: readonly SupplierRequest[] | undefined
}

/** The changes of interest that were not accepted, until the supplier dismisses them. */
export function RefusedChanges({ requests = [] }: RefusedChangesProps) {
  const items = useLive(needsAttention)
  const refused = items.status === 'ready' ? items.data.filter((item) => requestIn(item) !== undefined) : []
  return (
    <LiveRegion role="alert">
      {refused.length > 0 && (
        <div className={styles.section}>
          {refused.map((item) => (
            <RefusedChange key={item.id} item={item} request={requests.find(({ ulid }) => ulid === requestIn(item))} />
          ))}
        </div>
      )}
    </LiveRegion>
  )
}

/** The ULID of the request, if this is a change of interest. */
function requestIn({ intent }: AttentionItem): string | undefined {
  const isInterest = intent?.kind === 'show-interest' || intent?.kind === 'withdraw-interest'
  return isInterest ? intent.payload.request : undefined
}

function RefusedChange({ item, request }: { item: AttentionItem; request: SupplierRequest | undefined }) {
  const { t } = useTranslation('wholesale')
  const { t: people } = useTranslation('people')
  const refusal = useRefusal()
  const { nameOf } = useRequestWords()
  const kind = item.intent?.kind
  return (
    <Banner
      tone="rose"
      title={
        kind === 'withdraw-interest'
          ? people('attention.asked.withdraw-interest')
          : people('attention.asked.show-interest')
      }
      action={<Button onClick={() => void saveOrToast(attention.putAway(item.id))}>{t('interest.understood')}</Button>}
    >
      {request && <p>{nameOf(request.about)}</p>}
      <p>{refusal(kind, item.reason)}</p>
    </Banner>
  )
}
