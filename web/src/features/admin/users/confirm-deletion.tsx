import { type DeletionJob, desk, type User } from '../../../data/admin/desk.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DecisionDialog } from '../decision/decision-dialog.tsx'

/** The dialog names this many people, and counts the others. */
const NAMED = 5

interface ConfirmDeletionProps {
  ids: readonly string[]
  /** The people whom the list has loaded; after "select all" there may be others among `ids`. */
  known: readonly User[]
  onClose: () => void
  onStarted: (job: DeletionJob) => void
}

/** Says who and how many will be deleted, and starts it. */
export function ConfirmDeletion({ ids, known, onClose, onStarted }: ConfirmDeletionProps) {
  const { t } = useTranslation('desk')
  const chosen = new Set(ids)
  const people = known.filter(({ id }) => chosen.has(id))
  const [only] = people
  const named = people.slice(0, NAMED).map(({ name }) => name)
  const more = ids.length - named.length
  const names = more > 0 ? [...named, t('confirm.more', { count: more })] : named
  return (
    <DecisionDialog<DeletionJob>
      open
      title={t('confirm.title')}
      verb={t('confirm.delete')}
      decide={() => desk.deleteUsers(ids)}
      onClose={onClose}
      onDone={(result) => {
        if (result.ok && 'value' in result) onStarted(result.value)
      }}
    >
      <p>
        {ids.length === 1 && only
          ? t('confirm.one', { name: only.name, email: only.email })
          : t('confirm.many', { count: ids.length, names: names.join(', ') })}
      </p>
      <p>{t('confirm.undo')}</p>
    </DecisionDialog>
  )
}
