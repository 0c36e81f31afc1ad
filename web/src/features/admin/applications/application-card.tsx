import { ChevronUp, Mail } from 'lucide-react'
import { useState } from 'react'
import { Initials } from '../../../blocks/people/initials.tsx'
import { type ApplicationView, applicantOf, type PendingDecision } from '../../../data/admin/applications.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { ApplicationDetails } from './application-details.tsx'
import { useFields } from './application-texts.ts'
import styles from './applications.module.css'

interface ApplicationCardProps {
  view: ApplicationView
  online: boolean
  onApprove: () => Promise<void>
  onReject: () => void
  /** On a phone the card folds into its row again. */
  onClose?: () => void
}

/** One application with everything that an admin decides by. */
export function ApplicationCard({ view, online, onApprove, onReject, onClose }: ApplicationCardProps) {
  const { t } = useTranslation('desk')
  const { dateTime } = useFormat()
  const fields = useFields(view.row)
  const [isSaving, setSaving] = useState(false)
  const { row, decided } = view
  const { name } = applicantOf(row)

  const approve = async () => {
    setSaving(true)
    await onApprove()
    setSaving(false)
  }
  const isApproving = isSaving || decided?.decision === 'approved'
  const isRejecting = decided?.decision === 'rejected'
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.who}>
        <Initials name={name} size="large" />
        <div className={styles.names}>
          <h2>{name}</h2>
          <p className={styles.quiet}>{t('applications.applied', { time: dateTime(row.at) })}</p>
          <p className={styles.badges}>
            <Badge tone="marigold-soft">{t(`applications.state.${row.state}`)}</Badge>
            {row.isIncomplete && <Badge tone="rose">{t('applications.incomplete')}</Badge>}
          </p>
        </div>
        {onClose && (
          <IconButton data-row="" icon={ChevronUp} label={t('applications.close', { name })} onClick={onClose} />
        )}
      </header>
      <dl className={styles.fields}>
        {fields.map(({ label, value, href }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{href ? <a href={href}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
      <ApplicationDetails row={row} online={online} />
      {/* Beside the buttons: on a phone the card is longer than the screen. */}
      <LiveRegion>
        {decided ? <Decided decided={decided} /> : <p className={styles.quiet}>{t('applications.mailed')}</p>}
      </LiveRegion>
      <div className={styles.acts}>
        <Button variant="danger" busy={isRejecting} disabled={isApproving} onClick={onReject}>
          {t('applications.reject')}
        </Button>
        <ButtonLink href={`mailto:${row.email}`}>
          <Mail aria-hidden="true" />
          <span>{t('applications.write')}</span>
        </ButtonLink>
        <Button variant="primary" busy={isApproving} disabled={isRejecting} onClick={approve}>
          {t('applications.approve')}
        </Button>
      </div>
    </article>
  )
}

/** How far the admin's own decision has got. */
function Decided({ decided: { decision, stage, at } }: { decided: PendingDecision }) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const note = stage === 'saved' ? `${when(at)} · ${t('applications.sentLater')}` : when(at)
  return <SyncChip stage={stage} title={t(`applications.decided.${decision}.${stage}`)} note={note} />
}
