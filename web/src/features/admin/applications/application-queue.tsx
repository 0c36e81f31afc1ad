import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Initials } from '../../../blocks/people/initials.tsx'
import { type ApplicationView, applicantOf, decide } from '../../../data/admin/applications.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { LongList } from '../../../ui/layout/long-list.tsx'
import opening from '../../../ui/layout/opening-list.module.css'
import { useMedia } from '../../../ui/layout/use-media.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { ApplicationCard } from './application-card.tsx'
import { useSummary } from './application-texts.ts'
import styles from './applications.module.css'
import { RejectDialog } from './reject-dialog.tsx'

const WIDE = '(width >= 900px)'

interface ApplicationQueueProps {
  label: string
  /** At least one. */
  views: readonly ApplicationView[]
  online: boolean
  onSearch: () => void
}

/**
 * A list that opens: on a phone the opened application takes its row's place, on a wide screen it is beside the list. When
 * it leaves the list, the one that takes its place follows.
 */
export function ApplicationQueue({ label, views, online, onSearch }: ApplicationQueueProps) {
  const { t } = useTranslation('desk')
  const isWide = useMedia(WIDE)
  const list = useRef<HTMLDivElement>(null)
  /** `id` is absent while nothing is open; the place stays, for the focus. */
  const [opened, setOpened] = useState<{ id?: string; index: number }>({ index: 0 })
  const place = Math.min(opened.index, views.length - 1)
  const keptFocus = useFocusRestore(`li:nth-child(${place + 1}) [data-row]`)
  const [rejecting, setRejecting] = useState<ApplicationView>()
  const found = views.find(({ row }) => row._id === opened.id)
  const current = found ?? (isWide ? views[place] : undefined)

  const open = ({ row }: ApplicationView) => {
    const index = views.findIndex((one) => one.row._id === row._id)
    const isOpen = !isWide && row._id === current?.row._id
    setOpened(isOpen ? { index } : { id: row._id, index })
  }
  const approve = (view: ApplicationView) =>
    saveOrToast(decide(view.row, 'approved'), t('applications.failed')).then(() => undefined)
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const focused = rows.findIndex((row) => row.contains(document.activeElement))
    const from = focused >= 0 || !isWide ? focused : views.findIndex(({ row }) => row._id === current?.row._id)
    // What is shown although nobody has opened it is the next one.
    const isNext = step === 1 && isWide && !found
    const next = isNext ? place : Math.min(Math.max(from + step, 0), rows.length - 1)
    rows[next]?.focus()
    const view = views[next]
    // Beside the list, the detail follows the cursor.
    if (isWide && view) setOpened({ id: view.row._id, index: next })
  }
  // Nobody may have read what is only shown: it has taken the place of a decided one while a key was pressed again.
  const decideOpened = (act: (view: ApplicationView) => unknown) => () => {
    if (found && !found.decided) act(found)
  }
  const openShown = () => {
    if (current) setOpened({ id: current.row._id, index: views.indexOf(current) })
  }
  const card = (view: ApplicationView) => (
    <ApplicationCard
      key={view.row._id}
      view={view}
      online={online}
      onApprove={() => approve(view)}
      onReject={() => setRejecting(view)}
      {...(!isWide && { onClose: () => open(view) })}
    />
  )
  return (
    <>
      <div {...keptFocus} className={opening.queue}>
        <div ref={list}>
          <LongList items={views} isWhole className={opening.list} label={label}>
            {(view) => {
              const isOpen = view.row._id === current?.row._id
              return (
                <li key={view.row._id} data-open={(isOpen && !isWide) || undefined}>
                  {isOpen && !isWide ? (
                    card(view)
                  ) : (
                    <Row view={view} isBeside={isOpen} isWide={isWide} onOpen={() => open(view)} />
                  )}
                </li>
              )
            }}
          </LongList>
        </div>
        {isWide && current && <div className={opening.detail}>{card(current)}</div>}
        {rejecting && <RejectDialog view={rejecting} onClose={() => setRejecting(undefined)} />}
      </div>
      <DeskKeys
        keys={[
          { key: 'j', does: t('keys.next'), act: () => move(1) },
          { key: 'k', does: t('keys.previous'), act: () => move(-1) },
          { key: OPEN, does: t('keys.open'), act: openShown },
          { key: 'a', does: t('keys.approve'), act: decideOpened(approve) },
          { key: 'r', does: t('keys.reject'), act: decideOpened(setRejecting) },
          { key: '/', does: t('keys.search'), act: onSearch },
        ]}
      />
    </>
  )
}

interface RowProps {
  view: ApplicationView
  /** Its detail is shown beside the list. */
  isBeside: boolean
  isWide: boolean
  onOpen: () => void
}

function Row({ view: { row, decided }, isBeside, isWide, onOpen }: RowProps) {
  const { t } = useTranslation('desk')
  const { day } = useFormat()
  const summary = useSummary()
  const { name } = applicantOf(row)
  return (
    <button
      type="button"
      data-row=""
      className={opening.row}
      aria-expanded={isWide ? undefined : false}
      aria-current={isBeside || undefined}
      onClick={onOpen}
    >
      <Initials name={name} />
      <span className={styles.names}>
        <b>{name}</b>
        <span className={styles.about}>{summary(row)}</span>
        {decided && (
          <span className={styles.state} data-stage={decided.stage}>
            <SyncGlyph stage={decided.stage} size={22} />
            <span>{t(`applications.decided.${decided.decision}.${decided.stage}`)}</span>
          </span>
        )}
        {!decided && row.isIncomplete && (
          <span className={styles.incomplete}>
            <TriangleAlert aria-hidden="true" />
            <span>{t('applications.incomplete')}</span>
          </span>
        )}
      </span>
      <span className={styles.day}>{day(row.at)}</span>
    </button>
  )
}
