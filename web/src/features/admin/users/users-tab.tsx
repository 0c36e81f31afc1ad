import { Download, RefreshCw, Search, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeletionJob, desk, type User } from '../../../data/admin/desk.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { ActionBar } from '../../../ui/layout/page.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import { ReadFailed } from '../lists/read-failed.tsx'
import { ConfirmDeletion } from './confirm-deletion.tsx'
import { useUsers } from './use-users.ts'
import { UserDetails } from './user-details.tsx'
import { useUsersFilter } from './users-filter.ts'
import styles from './users-tab.module.css'
import { UsersTable } from './users-table.tsx'

/** The service deletes at most this many in one job. */
const DELETED_AT_ONCE = 10_000

interface UsersTabProps {
  /** Another number makes the list be read again. */
  round: number
  online: boolean
  canClearAll: boolean
  onClearAll: () => void
  /** Something has changed, or may have: the list and the overview's figures are read again. */
  onChanged: () => void
  onDeleting: (job: DeletionJob) => void
}

/** Lists everybody with an account: an admin finds them, writes to them, saves them as a file and deletes them. */
export function UsersTab({ round, online, canClearAll, onClearAll, onChanged, onDeleting }: UsersTabProps) {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  const problem = useDeskProblem()
  const { filter, typed, type, choose } = useUsersFilter()
  const { listed, error, isLoading, loadMore } = useUsers(filter, round, online)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<readonly string[]>()
  const [opened, setOpened] = useState<User>()
  const searchField = useRef<HTMLInputElement>(null)
  const lastSelectAll = useRef(0)

  // Otherwise people whom the list no longer shows could be deleted by mistake.
  const shown = `${filter.role} ${filter.q}`
  useEffect(() => {
    lastSelectAll.current += 1
    if (shown) setSelected(new Set())
  }, [shown])

  const select = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const selectAll = async (isWanted: boolean) => {
    lastSelectAll.current += 1
    const mine = lastSelectAll.current
    if (!isWanted) return setSelected(new Set())
    const found = await desk.userIds(filter)
    // Another filter was chosen meanwhile, or the box was pressed again.
    if (mine !== lastSelectAll.current) return
    if (found.ok) setSelected(new Set(found.value))
    else showToast({ message: problem(found.error) })
  }
  const askToDelete = (ids: readonly string[]) => {
    if (ids.length === 0) return showToast({ message: t('users.nothingSelected') })
    if (ids.length > DELETED_AT_ONCE) return showToast({ message: t('users.tooMany') })
    setOpened(undefined)
    setDeleting(ids)
  }

  const page = listed?.page
  const total = page && page.counts.CUSTOMER + page.counts.PARTNER + page.counts.SUPPLIER + page.counts.ADMIN
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${number(count)}`
  const isFiltered = filter.q !== '' || filter.role !== ''
  return (
    <div className={styles.tab}>
      <header className={styles.head}>
        <div>
          <h1>{t('users.title')}</h1>
          <p className={styles.quiet} role="status">
            {page && t('users.showing', { shown: page.found, total: total ?? 0 })}
          </p>
        </div>
        <div className={styles.tools}>
          <IconButton icon={RefreshCw} label={t('users.refresh')} aria-busy={isLoading} onClick={onChanged} />
          {online ? (
            <ButtonLink variant="tonal" href={desk.csvAddress(filter)} download>
              <Download aria-hidden="true" />
              <span>{t('users.export')}</span>
            </ButtonLink>
          ) : (
            <Button variant="tonal" disabled>
              <Download aria-hidden="true" />
              <span>{t('users.export')}</span>
            </Button>
          )}
          <Button variant="danger" disabled={!canClearAll} onClick={onClearAll}>
            {t('users.clearAll')}
          </Button>
        </div>
      </header>
      <div className={styles.filters}>
        <TextInput
          ref={searchField}
          type="search"
          icon={Search}
          className={styles.search}
          aria-label={t('users.search')}
          placeholder={t('users.searchHint')}
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // The browser would empty the field; here the key gives the list its keys back.
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
        <div className={styles.roles}>
          <ChipGroup
            legend={t('users.role')}
            legendHidden
            value={filter.role}
            onChange={(role) => choose({ role })}
            options={[
              { value: '', label: counted(t('users.all'), total) },
              { value: 'CUSTOMER', label: counted(t('users.customers'), page?.counts.CUSTOMER) },
              { value: 'PARTNER', label: counted(t('users.partners'), page?.counts.PARTNER) },
              { value: 'SUPPLIER', label: counted(t('users.suppliers'), page?.counts.SUPPLIER) },
              { value: 'ADMIN', label: counted(t('users.admins'), page?.counts.ADMIN) },
            ]}
          />
        </div>
      </div>
      <LiveRegion>
        {error !== undefined && (
          <ReadFailed
            error={error}
            isShown={listed !== undefined}
            readAt={listed?.keptAt}
            offline={(time) => t('users.kept', { time })}
            action={online && <Button onClick={onChanged}>{t('tryAgain')}</Button>}
          />
        )}
      </LiveRegion>
      {!listed && error === undefined && <SkeletonLines count={6} />}
      {listed && listed.users.length === 0 && (
        <EmptyState title={t('users.empty')}>
          <p>{isFiltered ? t('users.emptyFilter') : t('users.emptyAll')}</p>
        </EmptyState>
      )}
      {listed && page && listed.users.length > 0 && (
        <UsersTable
          of={listed.of}
          users={listed.users}
          found={page.found}
          selectable={page.foundNonAdmins}
          sort={filter.sort}
          onSort={(sort) => choose({ sort })}
          selected={selected}
          isEnabled={online}
          onSelect={select}
          onSelectAll={(isWanted) => void selectAll(isWanted)}
          onOpen={setOpened}
          onDelete={({ id }) => askToDelete([id])}
          onEnd={loadMore}
          onSearch={() => searchField.current?.focus()}
        />
      )}
      {selected.size > 0 && (
        <div className={styles.bar}>
          <ActionBar lead={t('users.selected', { count: selected.size })}>
            <span className={styles.barCount}>{t('users.selected', { count: selected.size })}</span>
            <Button variant="quiet" className={styles.clear} onClick={() => setSelected(new Set())}>
              {t('users.clearSelection')}
            </Button>
            <Button variant="danger" disabled={!online} onClick={() => askToDelete([...selected])}>
              <Trash2 aria-hidden="true" />
              <span>{t('users.deleteSelected', { people: selected.size })}</span>
            </Button>
          </ActionBar>
        </div>
      )}
      {opened && (
        <UserDetails
          user={opened}
          isEnabled={online}
          onClose={() => setOpened(undefined)}
          onDelete={() => askToDelete([opened.id])}
          onChanged={() => {
            setOpened(undefined)
            onChanged()
          }}
        />
      )}
      {deleting && (
        <ConfirmDeletion
          ids={deleting}
          known={listed?.users ?? []}
          onClose={() => setDeleting(undefined)}
          onStarted={(job) => {
            setDeleting(undefined)
            setSelected(new Set())
            onDeleting(job)
          }}
        />
      )}
    </div>
  )
}
