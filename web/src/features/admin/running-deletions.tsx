import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type DeletionJob, desk } from '../../data/admin/desk.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import styles from './admin.module.css'
import { useDeskProblem } from './decision/desk-problem.ts'
import type { Deletions } from './use-deletions.ts'

/** Shows each running deletion. While it waits, an admin can undo it; afterwards its progress is shown. */
export function RunningDeletions({ deletions, me }: { deletions: Deletions; me: string }) {
  return (
    <div role="status" className={styles.stack} data-empty={deletions.jobs.length === 0 || undefined}>
      {deletions.jobs.map((job) => (
        <RunningDeletion key={job.id} job={job} isMine={job.by === me} onUndone={deletions.lookNow} />
      ))}
    </div>
  )
}

interface RunningDeletionProps {
  job: DeletionJob
  isMine: boolean
  onUndone: () => Promise<void>
}

function RunningDeletion({ job, isMine, onUndone }: RunningDeletionProps) {
  const { t } = useTranslation('desk')
  const { time } = useFormat()
  const problem = useDeskProblem()
  const [isBusy, setBusy] = useState(false)
  const seconds = useSecondsLeft(job)
  const { state, done, total } = job

  const undo = async () => {
    setBusy(true)
    const result = await desk.undoDeletion(job.id)
    if (!result.ok) showToast({ message: problem(result.error) })
    await onUndone()
    setBusy(false)
  }

  const title =
    state === 'waiting' && !job.isEverybody
      ? seconds > 0
        ? t('job.waiting', { count: total })
        : t('job.soon', { count: total })
      : state === 'checking'
        ? t('job.checking', { done, total })
        : t('job.running', { done, total })
  return (
    <Banner
      tone="rose"
      icon={Trash2}
      title={
        <>
          <span>{title}</span>
          {state === 'waiting' && seconds > 0 && (
            // A timer is not announced, so that the region around it does not speak every second.
            <span role="timer" aria-live="off">
              {` ${t('job.left', { seconds })}`}
            </span>
          )}
        </>
      }
      action={
        state === 'waiting' &&
        job.undoSeconds !== undefined && (
          <Button busy={isBusy} onClick={undo}>
            {t('job.undo')}
          </Button>
        )
      }
    >
      {state !== 'waiting' && (
        <progress className={styles.progress} value={done} max={Math.max(total, 1)} aria-label={title} />
      )}
      {!isMine && <p>{t('job.byOther', { time: time(job.at) })}</p>}
      {state !== 'waiting' && <p>{t('job.goesOn')}</p>}
    </Banner>
  )
}

/** Counts down from what the service has said last. */
function useSecondsLeft(job: DeletionJob): number {
  const { undoSeconds = 0 } = job
  const [passed, setPassed] = useState({ job, seconds: 0 })
  useEffect(() => {
    const from = performance.now()
    const timer = setInterval(() => setPassed({ job, seconds: Math.floor((performance.now() - from) / 1000) }), 500)
    return () => clearInterval(timer)
  }, [job])
  return Math.max(0, undoSeconds - (passed.job === job ? passed.seconds : 0))
}
