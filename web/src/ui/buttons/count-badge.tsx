import styles from './count-badge.module.css'

/** The marigold number on an icon. Hidden from screen readers, because the control's label says it. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
