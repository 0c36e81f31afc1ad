import styles from './stat-list.module.css'

/** A list of figures, each with a label for what it counts. */
export function StatList({ stats }: { stats: { figure: string; label: string }[] }) {
  return (
    <ul className={styles.stats}>
      {stats.map(({ figure, label }) => (
        <li key={label}>
          <b>{figure}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}
