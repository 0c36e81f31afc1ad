import { useState } from 'react'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { desk, type Trouble } from '../../data/admin/desk.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './admin.module.css'
import { useDeskProblem } from './decision/desk-problem.ts'

interface TroublesProps {
  online: boolean
  onRetried: () => Promise<void>
}

/** Lists what could not be done for a technical reason, oldest first. */
export function Troubles({ online, onRetried }: TroublesProps) {
  const problem = useDeskProblem()
  const { answer, askAgain } = useRemote(desk.troubles)
  const keptFocus = useFocusRestore('button')
  if (!answer) return <SkeletonLines count={2} />
  if (!answer.ok) return <p className={styles.problem}>{problem(answer.error)}</p>
  const retried = async () => {
    await Promise.all([askAgain(), onRetried()])
  }
  return (
    <div {...keptFocus}>
      <ul className={styles.needsList}>
        {answer.value.map((trouble) => (
          <TroubleRow key={trouble.id} trouble={trouble} online={online} onRetried={retried} />
        ))}
      </ul>
    </div>
  )
}

function TroubleRow({ trouble, online, onRetried }: TroublesProps & { trouble: Trouble }) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  const [isBusy, setBusy] = useState(false)
  const { id, what, since, error } = trouble
  const titles = {
    intent: t('trouble.intent'),
    mail: t('trouble.mail'),
    document: t('trouble.document'),
  }
  const retry = async () => {
    setBusy(true)
    const result = await desk.retry(id)
    showToast({ message: result.ok ? t('trouble.retried') : problem(result.error, t('trouble.failed')) })
    await onRetried()
    setBusy(false)
  }
  return (
    <li className={styles.needsRow}>
      <div className={styles.needsText}>
        <p>
          <b>{titles[what]}</b>
        </p>
        <p className={styles.quiet}>{[t('trouble.since', { time: when(since) }), error].filter(Boolean).join(' · ')}</p>
      </div>
      <Button variant="tonal" disabled={!online} busy={isBusy} onClick={retry}>
        {t('trouble.retry')}
      </Button>
    </li>
  )
}
