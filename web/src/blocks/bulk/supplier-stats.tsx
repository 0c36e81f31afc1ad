import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Figures } from '../people/figures.tsx'
import styles from '../people/profile.module.css'
import { useSupplier } from './use-supplier.ts'

/** A wholesale supplier's figures, from this phone. */
export function SupplierStats() {
  const { t } = useTranslation('people')
  const { t: shell } = useTranslation('shell')
  const { open, interested, completedDeals } = useSupplier().figures
  return (
    <>
      <Figures
        figures={[
          { label: t('stats.bulkRequests'), value: open },
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
