import type { LostClaim } from '../../../data/deliveries/requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRefusal } from '../../../i18n/refusal.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from '../driver-dashboard.module.css'

/** Says in one quiet line that a claim was lost: it is nobody's fault, and other requests are below. */
export function LostClaimLine({ lost: { reason, at } }: { lost: LostClaim }) {
  const { when } = useFormat()
  const refusal = useRefusal()
  return (
    <p className={styles.state}>
      <SyncGlyph stage="failed" size={22} />
      <span>
        <span>{`${refusal('accept-delivery', reason)} `}</span>
        <span className={styles.quiet}>{when(at)}</span>
      </span>
    </p>
  )
}
