import { Bike, CircleCheck, FileText, Flower2, Heart, type LucideIcon, Package, UserRound } from 'lucide-react'
import { type DeletionJob, type DeskRole, desk } from '../../data/admin/desk.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import styles from './admin.module.css'
import { DecisionDialog } from './decision/decision-dialog.tsx'

interface ClearAllProps {
  counts: Record<DeskRole, number>
  onClose: () => void
  onStarted: (job: DeletionJob) => void
}

/** Deletes everybody but the admins, after saying what goes, and with a fresh code. */
export function ClearAll({ counts, onClose, onStarted }: ClearAllProps) {
  const { t } = useTranslation('desk')
  const goes: [LucideIcon, string][] = [
    [UserRound, t('clear.customers', { people: counts.CUSTOMER })],
    [Bike, t('clear.partners', { people: counts.PARTNER })],
    [Flower2, t('clear.suppliers', { people: counts.SUPPLIER })],
    [Package, t('clear.orders')],
    [Heart, t('clear.chat')],
    [FileText, t('clear.applications')],
  ]
  return (
    <DecisionDialog<DeletionJob>
      open
      title={t('clear.title')}
      verb={t('users.clearAll')}
      failed={t('clear.failed')}
      decide={desk.deleteEverybody}
      onClose={onClose}
      onDone={(result) => {
        onClose()
        if (result.ok && 'value' in result) onStarted(result.value)
      }}
    >
      <p>{t('clear.text')}</p>
      <ul className={styles.goes}>
        {goes.map(([Icon, text]) => (
          <li key={text}>
            <Icon aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Banner tone="leaf" icon={CircleCheck}>
        <p>{t('clear.kept')}</p>
      </Banner>
      <Banner tone="rose">
        <p>
          <b>{t('clear.final')}</b>
        </p>
      </Banner>
    </DecisionDialog>
  )
}
