import { Minus, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './stepper.module.css'

export interface StepperProps {
  /** The name of the counted thing, for screen readers: "Red Roses Bouquet". */
  label: string
  value: number
  /** Default 1. With 0 the last press removes the item, and the button says so. */
  min?: number
  max?: number
  /** `by` is 1 or -1. Quick taps come before the new value is rendered, so add `by` instead of setting `value`. */
  onChange: (value: number, by: number) => void
  disabled?: boolean
  /** Fills its container, such as the foot of a product card. */
  block?: boolean
}

export function Stepper({ label, value, min = 1, max = 99, onChange, disabled, block }: StepperProps) {
  const { t } = useTranslation('common')
  const removes = min === 0 && value === 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every engine
    <div
      className={styles.stepper}
      data-block={block || undefined}
      role="group"
      aria-label={t('stepper.group', { label })}
    >
      <button
        type="button"
        aria-label={removes ? t('stepper.remove', { label }) : t('stepper.fewer', { label })}
        disabled={disabled || value <= min}
        onClick={() => onChange(value - 1, -1)}
      >
        {removes ? <Trash2 aria-hidden="true" /> : <Minus aria-hidden="true" />}
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={t('stepper.more', { label })}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1, 1)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  )
}
