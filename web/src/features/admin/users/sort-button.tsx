import { ArrowDown, ArrowUp } from 'lucide-react'
import type { UserSort } from '../../../data/admin/desk.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from './users-table.module.css'

interface SortButtonProps {
  name: string
  sorts: readonly UserSort[]
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** A column's header: pressing it sorts by the column, or turns its order round. */
export function SortButton({ name, sorts, sort, onSort }: SortButtonProps) {
  const { t } = useTranslation('desk')
  const at = sorts.indexOf(sort)
  const next = sorts[(at + 1) % sorts.length] ?? sort
  return (
    <button
      type="button"
      className={styles.sort}
      aria-label={t('users.sortBy', { column: name })}
      onClick={() => onSort(next)}
    >
      <span>{name}</span>
      {at >= 0 && (sort === 'newest' ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
    </button>
  )
}

export function ariaSortOf(sorts: readonly UserSort[] | undefined, sort: UserSort) {
  if (!sorts) return undefined
  if (!sorts.includes(sort)) return 'none'
  return sort === 'newest' ? 'descending' : 'ascending'
}
