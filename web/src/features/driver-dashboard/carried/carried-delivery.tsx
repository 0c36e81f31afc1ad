import { Clock, Gift, PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { type DeliveryView, nextStep, windowOf } from '#model'
import { useNow } from '../../../clock/use-now.ts'
import { pickUp } from '../../../data/deliveries/moves.ts'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import styles from '../driver-dashboard.module.css'
import { DeliveredSheet } from './delivered-sheet.tsx'
import { FailedSheet } from './failed-sheet.tsx'
import { MoveChip } from './move-chip.tsx'
import { Place } from './place.tsx'
import { ReleaseSheet } from './release-sheet.tsx'

type Question = 'delivered' | 'failed' | 'release'

/** The delivery that is under way: where to go, what to bring, and one button for the next step. */
export function CarriedDelivery({ view }: { view: DeliveryView }) {
  const { t } = useTranslation('deliveries')
  const { rupees, time } = useFormat()
  const now = useNow()
  const { account } = useSession()
  const [question, setQuestion] = useState<Question>()
  const [isBusy, setBusy] = useState(false)
  const { fact } = view
  const isFetching = nextStep(view) === 'picked_up'
  const until = (isFetching && fact.pickUpBy) || windowOf(fact).ends
  const fetched = async () => {
    setBusy(true)
    await saveOrToast(pickUp(view))
    setBusy(false)
  }
  const close = () => setQuestion(undefined)
  return (
    <article className={styles.welded} data-stage={view.pending.at(-1)?.stage ?? 'confirmed'}>
      <MoveChip view={view} />
      <div className={styles.carried}>
        <div className={styles.cardHead}>
          <Badge tone="marigold-soft" icon={Clock}>
            {isFetching ? t('current.pickUpBy', { time: time(until) }) : t('current.deliverBy', { time: time(until) })}
          </Badge>
          {/* A delivery that was taken back earns nothing until the service knows that the partner has the flowers. */}
          {fact.earningRupees > 0 && <span className={styles.money}>{rupees(fact.earningRupees)}</span>}
        </div>
        {isFetching && fact.pickUpBy !== undefined && Date.parse(fact.pickUpBy) < now.getTime() && (
          <p className={styles.warning}>{t('current.overdue')}</p>
        )}
        <Place view={view} />
        <div className={styles.stepBar}>
          <Button
            variant="primary"
            size="large"
            block
            className={styles.step}
            busy={isBusy}
            onClick={isFetching ? fetched : () => setQuestion('delivered')}
          >
            {isFetching ? <PackageCheck aria-hidden="true" /> : <Gift aria-hidden="true" />}
            <span>{isFetching ? t('move.pickedUp') : t('move.delivered')}</span>
          </Button>
        </div>
        <div className={styles.ways}>
          {isFetching && account?.role === 'PARTNER' && (
            <Button variant="quiet" onClick={() => setQuestion('release')}>
              {t('release.title')}
            </Button>
          )}
          <Button variant="quiet" className={styles.rose} onClick={() => setQuestion('failed')}>
            {t('failure.title')}
          </Button>
        </div>
      </div>
      <DeliveredSheet view={view} open={question === 'delivered'} onClose={close} />
      <FailedSheet view={view} open={question === 'failed'} onClose={close} />
      <ReleaseSheet view={view} open={question === 'release'} onClose={close} />
    </article>
  )
}
