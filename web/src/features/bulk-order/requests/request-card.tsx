import { CalendarX, Check, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { findCity, formatPhone } from '#model'
import { BulkTile } from '../../../blocks/bulk/bulk-tile.tsx'
import { useBulkWords } from '../../../blocks/bulk/bulk-words.ts'
import { type BulkRequestView, bulkRequests } from '../../../data/bulk/own-requests.ts'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRefusal } from '../../../i18n/refusal.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from '../bulk-order.module.css'
import { EndRequest } from './end-request.tsx'
import { InterestedSuppliers } from './interested-suppliers.tsx'

interface RequestCardProps {
  view: BulkRequestView
  onAgain: (request: BulkRequestView) => void
}

/** One request of the buyer: what was asked for, how far it is, who is interested, and what can be done now. */
export function RequestCard({ view, onAgain }: RequestCardProps) {
  const { askedFor } = useBulkWords()
  const { t } = useTranslation('bulk-order')
  const { language, weekday } = useFormat()
  const { fact, stage, withdrawal } = view
  const chip = useChip(view)
  const city = findCity(view.city)?.name[language] ?? view.city
  const isWaiting = withdrawal?.stage === 'saved' || withdrawal?.stage === 'sent'
  const mayEnd = stage !== 'refused' && !isWaiting && withdrawal?.stage !== 'confirmed'
  return (
    <li className={styles.card} data-stage={chip?.stage}>
      {chip && <SyncChip welded {...chip} />}
      <div className={styles.inside}>
        <div className={styles.asked}>
          <BulkTile flowerTypes={view.flowerTypes} />
          <div>
            <h3>{askedFor(view)}</h3>
            <p className={styles.quiet}>{t('requests.where', { city, date: weekday(view.deliveryDate) })}</p>
            {fact && <p className={styles.quiet}>{fact.number}</p>}
            <StateLine view={view} />
          </div>
        </div>
        <Details view={view} />
        {fact && fact.interested.length > 0 && <InterestedSuppliers request={fact} />}
        {stage === 'refused' && (
          <div className={styles.actions}>
            <Button onClick={() => onAgain(view)}>{t('requests.again')}</Button>
            <Button variant="quiet" onClick={() => void saveOrToast(bulkRequests.dismiss(view.ulid))}>
              {t('requests.dismiss')}
            </Button>
          </div>
        )}
        {mayEnd && (fact?.state ?? 'pending') === 'pending' && <EndRequest view={view} />}
      </div>
    </li>
  )
}

/** The rest of what the buyer filled in. */
function Details({ view }: { view: BulkRequestView }) {
  const { t } = useTranslation('bulk-order')
  const names = t('fields', { returnObjects: true })
  const { deliveryAddress, additionalNotes, buyerName, phone, email } = view
  const filled = [
    ...[{ name: names.deliveryAddress, value: deliveryAddress }],
    ...(additionalNotes === undefined ? [] : [{ name: names.additionalNotes, value: additionalNotes }]),
    ...[
      { name: names.buyerName, value: buyerName },
      { name: names.phone, value: formatPhone(phone) },
    ],
    { name: names.email, value: email },
  ]
  return (
    <details className={styles.details}>
      <summary>{t('requests.details')}</summary>
      <dl>
        {filled.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The chip for what is not confirmed yet, or was refused: the request itself, or its end. */
function useChip({ stage, at, reason, withdrawal }: BulkRequestView) {
  const { t } = useTranslation('bulk-order')
  const { when } = useFormat()
  const { signedOutByServer } = useSession()
  const refusal = useRefusal()
  if (stage === 'refused')
    return {
      ...{ stage: 'failed' as const, title: t('requests.notAccepted') },
      note: refusal('request-bulk', reason ?? 'other'),
    }
  if (withdrawal && withdrawal.stage !== 'confirmed') {
    const time = when(withdrawal.at)
    const isAgreed = withdrawal.agreedWith !== undefined
    switch (withdrawal.stage) {
      case 'saved':
        return {
          stage: 'saved' as const,
          title: isAgreed ? t('agree.saved') : t('withdraw.saved'),
          note: signedOutByServer ? t('waitsSignedOut', { time }) : t('waits', { time }),
        }
      case 'sent':
        return {
          ...{ stage: 'sent' as const, title: isAgreed ? t('agree.sent') : t('withdraw.sent') },
          note: t('decides', { time }),
        }
      case 'refused':
        return {
          ...{ stage: 'failed' as const, title: isAgreed ? t('agree.failed') : t('withdraw.failed') },
          note: refusal('withdraw-bulk', withdrawal.reason ?? 'other'),
        }
    }
  }
  const time = when(at)
  if (stage === 'saved')
    return {
      ...{ stage, title: t('stage.saved') },
      note: signedOutByServer ? t('requests.savedSignedOut', { time }) : t('requests.savedNote', { time }),
    }
  if (stage === 'sent') return { stage, title: t('stage.sent'), note: t('requests.sentNote', { time }) }
  return undefined
}

/** The state of a confirmed request, since when, and how many suppliers have answered. */
function StateLine({ view: { stage, at, city, fact, withdrawal } }: { view: BulkRequestView }): ReactNode {
  const { t } = useTranslation('bulk-order')
  const { when, language } = useFormat()
  if (stage !== 'confirmed') return null
  const state = withdrawal?.stage === 'confirmed' ? (withdrawal.agreedWith ? 'agreed' : 'withdrawn') : fact?.state
  const agreedWith = fact?.agreedWith ?? withdrawal?.agreedWith
  const name = fact?.interested.find(({ supplier }) => supplier === agreedWith)?.name
  const time = when(withdrawal?.stage === 'confirmed' ? withdrawal.at : at)
  switch (state) {
    case 'withdrawn':
      return (
        <p className={styles.state}>
          <Undo2 aria-hidden="true" />
          <span>{t('requests.withdrawn', { time })}</span>
        </p>
      )
    case 'expired':
      return (
        <p className={styles.state}>
          <CalendarX aria-hidden="true" />
          <span>{t('requests.expired')}</span>
        </p>
      )
    case 'agreed':
      return (
        <p className={styles.state} data-tone="leaf">
          <SyncGlyph stage="confirmed" size={22} />
          <span>{name ? t('requests.agreed', { name, time }) : t('requests.agreedPlain', { time })}</span>
        </p>
      )
    default:
      return (
        <>
          <p className={styles.state} data-tone="leaf">
            <SyncGlyph stage="confirmed" size={22} />
            <span>{t('requests.confirmed', { time: when(fact?.postedAt ?? at) })}</span>
          </p>
          {fact && (
            <Answers
              interested={fact.interested.length}
              unserved={fact.isUnserved && (findCity(city)?.name[language] ?? city)}
            />
          )}
        </>
      )
  }
}

/** `unserved`: the name of the city, if no supplier served it when the request was posted. */
function Answers({ interested, unserved }: { interested: number; unserved: string | undefined }) {
  const { t } = useTranslation('bulk-order')
  const { account } = useSession()
  if (interested > 0)
    return (
      <Badge tone="leaf" icon={Check}>
        {t('requests.interested', { count: interested })}
      </Badge>
    )
  // A mail goes only to an address that its owner has confirmed.
  const nobody = account ? t('requests.nobody') : t('requests.nobodyVisitor')
  return <p className={styles.quiet}>{unserved ? t('unserved', { city: unserved }) : nobody}</p>
}
