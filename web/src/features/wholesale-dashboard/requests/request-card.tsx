import { ChevronUp, Mail, Phone } from 'lucide-react'
import { BulkTile } from '../../../blocks/bulk/bulk-tile.tsx'
import { MessageLink } from '../../../blocks/conversations/message-link.tsx'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import styles from '../wholesale-dashboard.module.css'
import { useChangeWords } from './change-words.ts'
import { InterestButton } from './interest-button.tsx'
import { StateBadge } from './request-row.tsx'
import { useRequestWords } from './request-words.ts'

interface RequestCardProps {
  request: SupplierRequest
  /** On a phone the card folds into its row again. */
  onClose?: () => void
}

/** One request with all that the supplier knows of it, and what the supplier can do. */
export function RequestCard({ request, onClose }: RequestCardProps) {
  const { t } = useTranslation('wholesale')
  const { weekday, when } = useFormat()
  const { quantityOf, flowersOf, buyerOf, cityOf, leftUntil, nameOf } = useRequestWords()
  const { about, state } = request
  const name = nameOf(about)
  const left = state === 'ended' ? undefined : leftUntil(about.deliveryDate)
  const day = weekday(about.deliveryDate)
  const fields = [
    { label: t('request.neededOn'), value: left === undefined ? day : `${day}, ${left}` },
    { label: t('request.flowers'), value: flowersOf(about) },
    ...(about.additionalNotes === undefined ? [] : [{ label: t('request.notes'), value: about.additionalNotes }]),
    { label: t('request.posted'), value: when(about.postedAt) },
    { label: t('request.number'), value: about.number },
  ]
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.summary}>
        <BulkTile flowerTypes={about.flowerTypes} faded={state === 'ended'} />
        <div className={styles.names}>
          <h3>{quantityOf(about)}</h3>
          <p className={styles.quiet}>{[buyerOf(about), cityOf(about)].join(', ')}</p>
          <p>
            <StateBadge state={state} />
          </p>
        </div>
        {onClose && (
          <IconButton data-row="" icon={ChevronUp} label={t('request.closeNamed', { name })} onClick={onClose} />
        )}
      </header>
      <LiveRegion>
        <Progress request={request} />
      </LiveRegion>
      <dl className={styles.fields}>
        {fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Contact request={request} />
      <InterestButton request={request} isPrimary />
    </article>
  )
}

/** How far the supplier's own change has got, or how the request ended. */
function Progress({ request }: { request: SupplierRequest }) {
  const { state, ended, change, interestedAt, since } = request
  const { t } = useTranslation('wholesale')
  const { when } = useFormat()
  const { titleOf, noteOf } = useChangeWords()
  if (change) return <SyncChip stage={change.stage} title={titleOf(change)} note={noteOf(change)} />
  if (state === 'agreed') return <p>{t('state.agreedText', { time: when(since) })}</p>
  if (state === 'ended') return <Ended ended={ended} />
  if (state === 'withdrawn') return <p className={styles.quiet}>{t('state.removedText')}</p>
  if (state === 'new' || interestedAt === undefined) return null
  const time = when(interestedAt)
  return <SyncChip stage="confirmed" title={t('interest.since', { time })} note={t('interest.sinceText')} />
}

function Ended({ ended }: Pick<SupplierRequest, 'ended'>) {
  const { t } = useTranslation('wholesale')
  const texts = { withdrawn: t('state.withdrawn'), agreed: t('state.elsewhere'), expired: t('state.expired') }
  return ended && <p className={styles.quiet}>{texts[ended]}</p>
}

/** The buyer's contact, which is here only once the interest is confirmed. */
function Contact({ request: { contact, conversation, state, about, change } }: { request: SupplierRequest }) {
  const { t } = useTranslation('wholesale')
  const { buyerOf } = useRequestWords()
  if (!contact) {
    if (state === 'agreed') return <p className={styles.quiet}>{t('contact.gone')}</p>
    const comes = state === 'new' || (state === 'interested' && change !== undefined)
    return comes ? <p className={styles.quiet}>{t('interest.contactLater')}</p> : null
  }
  const { number } = about
  const name = buyerOf(about)
  const subject = encodeURIComponent(t('contact.subject', { number }))
  return (
    <section className={styles.section} aria-label={t('contact.title')}>
      <p>
        <b>{t('contact.title')}</b>
      </p>
      <div className={styles.reach}>
        <a href={`tel:${contact.phone}`} aria-label={t('contact.callNamed', { name })}>
          <Phone aria-hidden="true" />
          <span>{t('contact.call')}</span>
        </a>
        <a href={`mailto:${contact.email}?subject=${subject}`} aria-label={t('contact.emailNamed', { name })}>
          <Mail aria-hidden="true" />
          <span>{t('contact.email')}</span>
        </a>
      </div>
      {conversation !== undefined && state === 'interested' && change === undefined && (
        <MessageLink variant="tonal" block conversation={conversation} name={name} />
      )}
    </section>
  )
}
