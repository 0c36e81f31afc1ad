import { supplierRequests } from '../../data/bulk/supplier-requests.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Figures } from '../people/figures.tsx'
import styles from '../people/profile.module.css'

/** A wholesale supplier's figures, from this phone. */
export function SupplierStats() {
  const { t } = useTranslation('people')
  const { t: shell } = useTranslation('shell')
  const read = useLive(supplierRequests)
  const { isArriving } = useSyncStatus()
  const requests = read.status === 'ready' && !isArriving ? read.data : undefined
  const { open, interested, completedDeals } = requests?.figures ?? {}
  return (
    <>
      <Figures
        figures={[
          { label: t('stats.bulkRequests'), value: requests?.isComplete ? open : undefined },
          { label: t('stats.interested'), value: interested },
          { label: t('stats.deals'), value: completedDeals },
        ]}
      />
      <p className={styles.quick}>
        <ButtonLink variant="tonal" href={link(paths.wholesaleProfile)}>
          {shell('nav.supplierProfile')}
        </ButtonLink>
      </p>
    </>
  )
}
