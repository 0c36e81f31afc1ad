import { Star, TriangleAlert } from 'lucide-react'
import { type Ref, useId } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './star-choice.module.css'

export interface StarChoiceProps<Stars extends number> {
  legend: string
  options: readonly Stars[]
  value: Stars | undefined
  /** The name of a choice: "4 stars". */
  labelOf: (stars: Stars) => string
  onChange: (stars: Stars) => void
  error?: string | undefined
  /** The first star: a form focuses it if none is chosen. */
  ref?: Ref<HTMLInputElement>
}

/** Radio buttons that look like a row of stars: arrow keys move between them, and each has a name. */
export function StarChoice<Stars extends number>({
  legend,
  options,
  value,
  labelOf,
  onChange,
  error,
  ref,
}: StarChoiceProps<Stars>) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.stars}>
        {options.map((stars, i) => (
          <label key={stars} className={styles.star} data-filled={(value !== undefined && stars <= value) || undefined}>
            <input
              ref={i === 0 ? ref : undefined}
              type="radio"
              className={styles.input}
              name={name}
              value={stars}
              checked={stars === value}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={() => onChange(stars)}
            />
            <Star aria-hidden="true" />
            <VisuallyHidden>{labelOf(stars)}</VisuallyHidden>
          </label>
        ))}
        {value !== undefined && (
          <span className={styles.chosen} aria-hidden="true">
            {labelOf(value)}
          </span>
        )}
      </div>
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={errorId}>
            <TriangleAlert aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </fieldset>
  )
}
