import { Download } from 'lucide-react'
import { useState } from 'react'
import styles from '../../blocks/people/profile.module.css'
import { ownAccount } from '../../data/people/own-account.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveFile } from '../../ui/feedback/save-file.ts'
import { DeleteAccount } from './delete-account.tsx'

const FILE_NAME = 'mogra-my-data.json'

export function OwnDataSection({ account }: { account: AccountSummary }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const { online } = useSyncStatus()
  const [error, setError] = useMessage({ problem })
  const [isBusy, setBusy] = useState(false)

  const download = async () => {
    setError()
    setBusy(true)
    const found = await ownAccount.exportData()
    setBusy(false)
    if (found.ok) saveFile(FILE_NAME, found.value)
    else setError(({ problem }) => problem(found.error))
  }

  return (
    <section className={styles.section} aria-labelledby="profile-data">
      <h2 id="profile-data">{t('ownData.title')}</h2>
      <p className={styles.quiet}>{t('ownData.text')}</p>
      <LiveRegion>{!online && <p className={styles.quiet}>{t('ownData.needsNetwork')}</p>}</LiveRegion>
      <LiveRegion role="alert">{error && <p className={styles.problem}>{error}</p>}</LiveRegion>
      <div className={styles.actions}>
        <Button disabled={!online} busy={isBusy} onClick={download}>
          <Download aria-hidden="true" />
          <span>{t('ownData.download')}</span>
        </Button>
        {/* Admin accounts are protected, even from their owners. */}
        {account.role !== 'ADMIN' && <DeleteAccount email={account.email} isEnabled={online} />}
      </div>
    </section>
  )
}
