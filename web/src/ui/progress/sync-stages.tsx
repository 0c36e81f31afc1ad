import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { SyncGlyph, type SyncStage } from './sync-glyph.tsx'
import styles from './sync-stages.module.css'

type Step = 'saved' | 'sent' | 'confirmed'

const STEPS: readonly Step[] = ['saved', 'sent', 'confirmed']

export interface SyncStagesProps {
  /** `failed`: it was sent and refused, or could not be sent; the second step shows that. */
  stage: SyncStage
  labels: Record<Step, string>
  /** A time in words, or what the step waits for. */
  notes?: Partial<Record<Step, string>>
  /** Replaces the second label if it failed. */
  failedLabel?: string
}

/** The three stages of everything that can be done offline. */
export function SyncStages({ stage, labels, notes = {}, failedLabel }: SyncStagesProps) {
  const { t } = useTranslation('parts')
  const hasFailed = stage === 'failed'
  const reached = hasFailed ? 0 : STEPS.indexOf(stage)
  return (
    <ol className={styles.trio}>
      {STEPS.map((step, index) => {
        const isFailed = hasFailed && step === 'sent'
        const isReached = index <= reached
        return (
          <li
            key={step}
            className={styles.step}
            data-state={isFailed ? 'failed' : isReached ? 'reached' : 'ahead'}
            aria-current={isFailed || (!hasFailed && index === reached) ? 'step' : undefined}
          >
            <SyncGlyph stage={isFailed ? 'failed' : step} size={56} ahead={!isReached && !isFailed} />
            <span>
              <span className={styles.label}>{isFailed ? (failedLabel ?? t('sync.failed')) : labels[step]}</span>
              {!isReached && !isFailed && <VisuallyHidden>{` ${t('step.ahead')}`}</VisuallyHidden>}
              {notes[step] && <span className={styles.note}>{notes[step]}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
