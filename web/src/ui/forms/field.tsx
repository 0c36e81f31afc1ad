import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './field.module.css'

/** The props that a field passes to its control: spread them. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'data-warned': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Adds "(optional)" to the label; required fields have no mark. */
  optional?: boolean | undefined
  hint?: ReactNode
  /** One sentence that tells the person what to do. */
  error?: string | undefined
  /** Advice that does not block the form, such as an unusual PIN code. */
  warning?: string | undefined
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, optional, hint, error, warning, children }: FieldProps) {
  const { t } = useTranslation('common')
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error ?? warning ?? hint)

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {optional && <span className={styles.optional}>{` ${t('field.optional')}`}</span>}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'data-warned': warning && error === undefined ? true : undefined,
      })}
      <div id={noteId} className={styles.notes} data-empty={!hasNote || undefined}>
        {hint && !error && <p className={styles.hint}>{hint}</p>}
        {/* In the page from the start, so that screen readers announce what appears in it. */}
        <div aria-live="polite">
          {warning && !error && (
            <p className={styles.warning}>
              <TriangleAlert aria-hidden="true" />
              <span>{warning}</span>
            </p>
          )}
          {error && (
            <p className={styles.error}>
              <TriangleAlert aria-hidden="true" />
              <span>{error}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
