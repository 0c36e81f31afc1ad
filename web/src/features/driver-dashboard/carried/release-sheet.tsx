import { type DeliveryView, MOST_RELEASES_A_DAY, RELEASE_REASONS, type ReleaseReason } from '#model'
import { release } from '../../../data/deliveries/moves.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Sheet } from '../../../ui/overlays/modal.tsx'
import styles from '../driver-dashboard.module.css'
import { useDeliveryWords } from '../partner/delivery-words.ts'

interface SheetProps {
  view: DeliveryView
  open: boolean
  onClose: () => void
}

/** Asks why the partner gives a delivery back before the pick-up: the answer gives it back. */
export function ReleaseSheet({ view, open, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const { releases } = useDeliveryWords()
  const choose = async (reason: ReleaseReason) => {
    onClose()
    await saveOrToast(release(view, reason))
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('release.title')}>
      {/* As in an action bar, the second tap of a double tap must not choose anything. */}
      <div className={styles.choices} data-action-bar="">
        <p className={styles.quiet}>{t('release.text', { most: MOST_RELEASES_A_DAY })}</p>
        {RELEASE_REASONS.map((reason) => (
          <Button key={reason} size="large" block onClick={() => choose(reason)}>
            {releases[reason]}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
