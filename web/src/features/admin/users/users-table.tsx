import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { User, UserSort } from '../../../data/admin/desk.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/forms/choices.tsx'
import { useMedia } from '../../../ui/layout/use-media.ts'
import { useRows } from '../../../ui/layout/use-rows.ts'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { ariaSortOf, SortButton } from './sort-button.tsx'
import { UserCells } from './user-cells.tsx'
import styles from './users-table.module.css'

interface UsersTableProps {
  /** The filter that it is the list of. */
  of: string
  /** What has been loaded of the list. */
  users: readonly User[]
  /** How long the list is. */
  found: number
  /** How many of them can be selected. */
  selectable: number
  sort: UserSort
  onSort: (sort: UserSort) => void
  selected: ReadonlySet<string>
  /** False without a network: nobody can be deleted. */
  isEnabled: boolean
  onSelect: (id: string) => void
  onSelectAll: (isWanted: boolean) => void
  onOpen: (user: User) => void
  onDelete: (user: User) => void
  /** Called when the end of the loaded part comes near. */
  onEnd: () => void
  onSearch: () => void
}

const WIDE = '(width >= 900px)'
const ROW_HEIGHT = { wide: 67, narrow: 104 }
const ROWS_AHEAD = 4
const NEAR_END = 15

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, User>()
/** The columns of the specification, in their order. */
const COLUMNS = column.columns([
  column.display({ id: 'select' }),
  column.accessor('name', { id: 'user' }),
  column.accessor('role', { id: 'role' }),
  column.accessor('phone', { id: 'contact' }),
  column.accessor('city', { id: 'location' }),
  column.accessor('createdAt', { id: 'joined' }),
  column.display({ id: 'actions' }),
])
type ColumnId = 'select' | 'user' | 'role' | 'contact' | 'location' | 'joined' | 'actions'
/** The sort orders that the header of a column offers. */
const SORTS: Partial<Record<ColumnId, readonly UserSort[]>> = {
  user: ['name'],
  role: ['role'],
  location: ['city'],
  joined: ['newest', 'oldest'],
}

/** A table of any length, which draws only the rows in the window; on a phone each row is a card. */
export function UsersTable(props: UsersTableProps) {
  const isWide = useMedia(WIDE)
  // Another layout gets a new list.
  return <Table key={String(isWide)} {...props} isWide={isWide} />
}

function Table({ of, users, found, selectable, isWide, ...on }: UsersTableProps & { isWide: boolean }) {
  const { t } = useTranslation('desk')
  const topmost = useRef(0)
  const focused = useRef(-1)
  // In another list, the row of this number is another person, from the moment when it is drawn.
  useLayoutEffect(() => {
    if (of) focused.current = -1
  }, [of])
  const rowSelection = useMemo(
    () => Object.fromEntries([...on.selected].map((id) => [id, true as const])),
    [on.selected],
  )
  const table = useTable({
    features,
    columns: COLUMNS,
    data: users as User[],
    getRowId: ({ id }) => id,
    enableRowSelection: ({ original }) => original.role !== 'ADMIN',
    state: { rowSelection },
    onRowSelectionChange: () => {},
  })
  const rowsOfTable = table.getRowModel().rows
  const shape = isWide ? 'wide' : 'narrow'
  const { list, rows, measure, scrollToRow } = useRows({
    shape: `desk ${shape}`,
    count: rowsOfTable.length,
    columns: 1,
    ahead: ROWS_AHEAD,
    estimate: () => ROW_HEIGHT[shape],
    focusedRow: () => focused.current,
    topmost,
  })
  const last = rows.at(-1)?.index ?? 0
  const { onEnd } = on
  const isNearEnd = last >= users.length - NEAR_END && users.length < found
  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, onEnd])

  const body = useRef<HTMLElement>(null)
  const focusRow = (index: number) => {
    const next = Math.min(Math.max(index, 0), rowsOfTable.length - 1)
    focused.current = next
    scrollToRow(next)
    // The row may be drawn only after the list has moved.
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    )
  }
  const openFocused = () => {
    const user = users[focused.current]
    if (user) on.onOpen(user)
  }
  const selectFocused = () => {
    const user = users[focused.current]
    if (user && user.role !== 'ADMIN' && on.isEnabled) on.onSelect(user.id)
  }

  const isAllSelected = selectable > 0 && on.selected.size >= selectable
  const names: Record<ColumnId, string> = {
    select: t('users.column.select'),
    user: t('users.column.user'),
    role: t('users.column.role'),
    contact: t('users.column.contact'),
    location: t('users.column.location'),
    joined: t('users.column.joined'),
    actions: t('users.column.actions'),
  }
  const all = (
    <Checkbox
      label={t('users.selectAll', { count: selectable })}
      labelHidden={isWide}
      checked={isAllSelected}
      disabled={!on.isEnabled || selectable === 0}
      onChange={(event) => on.onSelectAll(event.target.checked)}
    />
  )
  return (
    <>
      {!isWide && <div className={styles.all}>{all}</div>}
      <table className={styles.table} aria-label={t('users.list')} aria-rowcount={found + 1}>
        {isWide && (
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className={styles.header} aria-rowindex={1}>
                {group.headers.map(({ id }) => {
                  const name = names[id as ColumnId]
                  const sorts = SORTS[id as ColumnId]
                  if (id === 'select') return <th key={id}>{all}</th>
                  return (
                    <th key={id} scope="col" aria-sort={ariaSortOf(sorts, on.sort)}>
                      {sorts ? <SortButton name={name} sorts={sorts} sort={on.sort} onSort={on.onSort} /> : name}
                    </th>
                  )
                })}
              </tr>
            ))}
          </thead>
        )}
        <tbody
          ref={(element) => {
            body.current = element
            list(element)
          }}
          className={styles.body}
        >
          {rows.map(({ key, index }) => {
            const row = rowsOfTable[index]
            if (!row) return null
            return (
              <tr
                key={key}
                ref={measure}
                data-index={index}
                data-selected={row.getIsSelected() || undefined}
                className={styles.row}
                aria-rowindex={index + 2}
                tabIndex={-1}
                onFocus={() => {
                  focused.current = index
                }}
              >
                <UserCells user={row.original} isSelected={row.getIsSelected()} isWide={isWide} {...on} />
              </tr>
            )
          })}
        </tbody>
      </table>
      <DeskKeys
        keys={[
          { key: 'j', does: t('keys.next'), act: () => focusRow(focused.current + 1) },
          { key: 'k', does: t('keys.previous'), act: () => focusRow(focused.current - 1) },
          { key: 'x', does: t('keys.select'), act: selectFocused },
          { key: OPEN, does: t('keys.open'), act: openFocused },
          { key: '/', does: t('keys.search'), act: on.onSearch },
        ]}
      />
    </>
  )
}
