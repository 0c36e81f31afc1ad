import { type DeliveryView, HANDED_TO, type HandedTo } from '#model'
import { deliver } from '../../../data/deliveries/moves.ts'
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

/** Asks to whom the flowers were handed, or where they were left: the answer reports the delivery. */
export function DeliveredSheet({ view, open, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const { handedTo } = useDeliveryWords()
  const choose = async (to: HandedTo) => {
    onClose()
    await saveOrToast(deliver(view, to))
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('handedTo.title')}>
      {/* As in an action bar, the second tap of a double tap on the step must not choose anything. */}
      <div className={styles.choices} data-action-bar="">
        {HANDED_TO.map((to) => (
          <Button key={to} size="large" block onClick={() => choose(to)}>
            {handedTo[to]}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
