import { findCity } from '#model'
import { ownBulkRequests } from '../../data/bulk/own-requests.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Panel } from '../../ui/layout/page.tsx'
import { SyncStages } from '../../ui/progress/sync-stages.tsx'
import styles from './bulk-order.module.css'

/** The request that was sent a moment ago. */
function useRequest(ulid: string) {
  const requests = useLive(ownBulkRequests)
  const view = requests.status === 'ready' ? requests.data.find((one) => one.ulid === ulid) : undefined
  return { view, stage: view?.stage ?? 'saved' }
}

/** Says how far the submitted request has got; for a live region. */
export function SubmittedText({ ulid }: { ulid: string }) {
  const { t } = useTranslation('bulk-order')
  const { language } = useFormat()
  const { signedOutByServer } = useSession()
  const { view, stage } = useRequest(ulid)
  const city = findCity(view?.city ?? '')?.name[language] ?? ''
  const texts = {
    saved: signedOutByServer ? t('submitted.signedOut') : t('submitted.saved'),
    sent: t('submitted.sent'),
    confirmed: view?.fact?.isUnserved ? t('unserved', { city }) : t('submitted.confirmed', { city }),
    refused: t('submitted.refused'),
  }
  return (
    <p className={styles.quiet}>
      <span>{`${texts[stage]} `}</span>
      {view?.fact && <span>{t('submitted.number', { number: view.fact.number })}</span>}
    </p>
  )
}

/** Shows how far the submitted request has got. */
export function Submitted({ ulid }: { ulid: string }) {
  const { t } = useTranslation('bulk-order')
  const { stage } = useRequest(ulid)
  return (
    <section>
      <Panel>
        <SyncStages
          stage={stage === 'refused' ? 'failed' : stage}
          labels={t('stage', { returnObjects: true })}
          failedLabel={t('requests.notAccepted')}
        />
      </Panel>
    </section>
  )
}
