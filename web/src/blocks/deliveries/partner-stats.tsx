import { partnerState } from '../../data/deliveries/partner-state.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Figures } from '../people/figures.tsx'

const NOTHING_YET = { counted: 0, delivered: 0, earnedRupees: 0, rating: undefined }

/** A delivery partner's lifetime figures. The service has counted them, so they are the same without a network. */
export function PartnerStats() {
  const { t } = useTranslation('people')
  const { number, rupees } = useFormat()
  const state = useLive(partnerState)
  const { isArriving } = useSyncStatus()
  const isKnown = state.status === 'ready' && !isArriving
  const { counted, delivered, earnedRupees, rating } = (isKnown && (state.data.fact ?? NOTHING_YET)) || {}
  return (
    <Figures
      figures={[
        { label: t('stats.deliveries'), value: counted },
        { label: t('stats.completed'), value: delivered },
        { label: t('stats.earned'), value: earnedRupees === undefined ? undefined : rupees(earnedRupees) },
        { label: t('stats.rating'), value: rating === undefined ? undefined : number(rating, 1) },
      ]}
    />
  )
}
