import { ArrowUp, TriangleAlert } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Missing } from '../document-rows/still-missing.tsx'
import styles from './missing-list.module.css'

/** Something that is missing here, or in an earlier step, which `onChoose` opens. */
export interface MissingAnywhere extends Missing {
  onChoose?: () => void
}

/** "Still missing: n", each with a way to it. Shows nothing if nothing is missing. */
export function MissingList({ missing }: { missing: readonly MissingAnywhere[] }) {
  const { t } = useTranslation('applications')
  if (missing.length === 0) return null
  return (
    <section className={styles.box} aria-labelledby="still-missing">
      <h3 id="still-missing" className={styles.title}>
        <TriangleAlert aria-hidden="true" />
        <span>{t('missingList.title', { count: missing.length })}</span>
      </h3>
      <ul>
        {missing.map(({ target, label, why, onChoose = () => focusOn(target) }) => (
          <li key={target}>
            <button type="button" className={styles.row} onClick={onChoose}>
              <span>
                <b>{label}</b>
                {why && <span>{`, ${why}`}</span>}
              </span>
              <ArrowUp aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function focusOn(id: string) {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
