import { useTranslation } from '../../i18n/use-translation.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { CarriedDeliveries } from './carried/carried-deliveries.tsx'
import { WaitingMoves } from './carried/waiting-moves.tsx'
import styles from './driver-dashboard.module.css'
import { usePartner } from './partner/use-partner.ts'

/** Lets somebody who lost the role finish the deliveries that they carry: their steps still count. */
export function FormerPartner() {
  const { t } = useTranslation('deliveries')
  const partner = usePartner()
  return (
    <Page>
      <div className={styles.screen}>
        <h1>{t('former.title')}</h1>
        <p className={styles.warning}>{t('former.text')}</p>
        {partner.failed?.status === 'failed' ? (
          <Failed error={partner.failed.error} />
        ) : (
          <>
            <WaitingMoves deliveries={partner.deliveries?.items ?? []} />
            <CarriedDeliveries partner={partner} />
          </>
        )}
      </div>
    </Page>
  )
}
