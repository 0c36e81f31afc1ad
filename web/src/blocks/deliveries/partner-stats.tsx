import { partnerState } from '../../data/deliveries/partner-state.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Figures } from '../people/figures.tsx'
import styles from '../people/profile.module.css'

const NOTHING_YET = { counted: 0, delivered: 0, earnedRupees: 0, rating: undefined }

/** A delivery partner's lifetime figures. The service has counted them, so they are the same without a network. */
export function PartnerStats() {
  const { t } = useTranslation('people')
  const { t: shell } = useTranslation('shell')
  const { number, rupees } = useFormat()
  const state = useLive(partnerState)
  const { isArriving } = useSyncStatus()
  const isKnown = state.status === 'ready' && !isArriving
  const { counted, delivered, earnedRupees, rating } = (isKnown && (state.data.fact ?? NOTHING_YET)) || {}
  return (
    <>
      <Figures
        figures={[
          { label: t('stats.deliveries'), value: counted },
          { label: t('stats.completed'), value: delivered },
          { label: t('stats.earned'), value: earnedRupees === undefined ? undefined : rupees(earnedRupees) },
          { label: t('stats.rating'), value: rating === undefined ? undefined : number(rating, 1) },
        ]}
      />
      <p className={styles.quick}>
        <ButtonLink variant="tonal" href={link(paths.driverProfile)}>
          {shell('nav.partnerProfile')}
        </ButtonLink>
      </p>
    </>
  )
}
