import { Check } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './progress-steps.module.css'

export interface ProgressStepsProps {
  /** The process that the steps belong to, for screen readers: "Checkout". */
  label: string
  steps: readonly string[]
  /** The index of the current step. */
  current: number
}

export function ProgressSteps({ label, steps, current }: ProgressStepsProps) {
  const { t } = useTranslation('parts')
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const isDone = index < current
        const isNow = index === current
        return (
          <li
            key={step}
            className={styles.step}
            data-state={isDone ? 'done' : isNow ? 'now' : 'waiting'}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={styles.disc} aria-hidden="true">
              {isDone ? <Check /> : index + 1}
            </span>
            <span>{step}</span>
            {isDone && <VisuallyHidden>{t('step.done')}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}
