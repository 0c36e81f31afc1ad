import { useFormat } from '../../i18n/format.ts'
import styles from './profile.module.css'

interface Figure {
  label: string
  /** Undefined until it is known: incomplete data is not counted. A text is shown as it is. */
  value: number | string | undefined
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { number } = useFormat()
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? '–' : typeof value === 'number' ? number(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
