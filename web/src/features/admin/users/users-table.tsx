import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, Check, Mail, ShieldCheck, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { findCity, formatPhone } from '#model'
import { Initials } from '../../../blocks/people/initials.tsx'
import { RoleBadge } from '../../../blocks/people/role-badge.tsx'
import type { User, UserSort } from '../../../data/admin/desk.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton, IconLink } from '../../../ui/buttons/icon-button.tsx'
import { useMedia } from '../../../ui/layout/use-media.ts'
import { useRows } from '../../../ui/layout/use-rows.ts'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import styles from './users.module.css'

interface UsersTableProps {
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
  /** The end of what has been loaded is near. */
  onEnd: () => void
  onSearch: () => void
}

const WIDE = '(width >= 900px)'
const ROW_HEIGHT = { wide: 67, narrow: 104 }
const ROWS_AHEAD = 4
const NEAR_END = 15

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, User>()
/** The columns of the specification; `sorts` are the orders that its header offers. */
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
const SORTS: Partial<Record<ColumnId, readonly UserSort[]>> = {
  user: ['name'],
  role: ['role'],
  location: ['city'],
  joined: ['newest', 'oldest'],
}

/** A table of any length, of which only what the window shows is drawn; on a phone each row is a card. */
export function UsersTable(props: UsersTableProps) {
  const isWide = useMedia(WIDE)
  // Another layout gets a new list.
  return <Table key={String(isWide)} {...props} isWide={isWide} />
}

function Table({ users, found, selectable, isWide, ...on }: UsersTableProps & { isWide: boolean }) {
  const { t } = useTranslation('desk')
  const topmost = useRef(0)
  const focused = useRef(-1)
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
    <Box
      label={t('users.selectAll', { count: selectable })}
      isLabelShown={!isWide}
      isChecked={isAllSelected}
      isDisabled={!on.isEnabled || selectable === 0}
      onChange={on.onSelectAll}
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
                <Cells user={row.original} isSelected={row.getIsSelected()} isWide={isWide} {...on} />
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

type CellsProps = { user: User; isSelected: boolean; isWide: boolean } & Pick<
  UsersTableProps,
  'isEnabled' | 'onSelect' | 'onOpen' | 'onDelete'
>

function Cells({ user, isSelected, isWide, isEnabled, onSelect, onOpen, onDelete }: CellsProps) {
  const { t } = useTranslation('desk')
  const { date, language } = useFormat()
  const { id, name, email, phone, city, role, createdAt } = user
  const isAdmin = role === 'ADMIN'
  const place = city === undefined ? t('users.none') : (findCity(city)?.name[language] ?? city)
  return (
    <>
      <td className={styles.pick}>
        {isAdmin ? (
          <>
            <ShieldCheck aria-hidden="true" />
            <VisuallyHidden>{t('users.admin')}</VisuallyHidden>
          </>
        ) : (
          <Box
            label={t('users.select', { name })}
            isChecked={isSelected}
            isDisabled={!isEnabled}
            onChange={() => onSelect(id)}
          />
        )}
      </td>
      <td className={styles.person}>
        {isWide && <Initials name={name} />}
        <div className={styles.names}>
          <button type="button" className={styles.open} onClick={() => onOpen(user)}>
            {name}
          </button>
          <span className={styles.email}>{email}</span>
          {!isWide && (
            <span className={styles.under}>
              <RoleBadge role={role} />
              <span>{place}</span>
            </span>
          )}
        </div>
      </td>
      {isWide && (
        <>
          <td>
            <RoleBadge role={role} />
          </td>
          <td>{phone === undefined ? t('users.none') : formatPhone(phone)}</td>
          <td>{place}</td>
          <td className={styles.quiet}>{date(createdAt)}</td>
        </>
      )}
      <td className={styles.actions}>
        <IconLink icon={Mail} label={t('users.email', { name })} href={`mailto:${email}`} />
        {isWide && !isAdmin && (
          <IconButton
            icon={Trash2}
            label={t('users.delete', { name })}
            disabled={!isEnabled}
            onClick={() => onDelete(user)}
          />
        )}
      </td>
    </>
  )
}

interface BoxProps {
  label: string
  isLabelShown?: boolean
  isChecked: boolean
  isDisabled: boolean
  onChange: (isChecked: boolean) => void
}

function Box({ label, isLabelShown = false, isChecked, isDisabled, onChange }: BoxProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.mark} aria-hidden="true">
        <Check />
      </span>
      {isLabelShown && <span aria-hidden="true">{label}</span>}
    </label>
  )
}

interface SortButtonProps {
  name: string
  sorts: readonly UserSort[]
  sort: UserSort
  onSort: (sort: UserSort) => void
}

function SortButton({ name, sorts, sort, onSort }: SortButtonProps) {
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

function ariaSortOf(sorts: readonly UserSort[] | undefined, sort: UserSort) {
  if (!sorts) return undefined
  if (!sorts.includes(sort)) return 'none'
  return sort === 'newest' ? 'descending' : 'ascending'
}
