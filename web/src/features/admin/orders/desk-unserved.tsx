import { findCity, flowerTypeName, formatPhone, type UnservedRow } from '#model'
import { useBulkWords } from '../../../blocks/bulk/bulk-words.ts'
import { decisionAbout, type ItemDecision, itemDecisions, openUnserved } from '../../../data/admin/open-items.ts'
import { type AttentionItem, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { AccordionItem, LongAccordion } from '../../../ui/layout/accordion.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { DecisionState } from './decision-state.tsx'
import styles from './items.module.css'
import { NoteForm } from './settle-form.tsx'

/** Bulk requests from cities without a supplier: an admin calls or writes to the buyer. */
export function DeskUnserved({ online }: { online: boolean }) {
  const { t } = useTranslation('desk')
  const requests = useLive(openUnserved)
  const decisions = useLive(itemDecisions)
  const needing = useLive(needsAttention)
  const rows = requests.status === 'ready' ? requests.data : undefined
  const asked = decisions.status === 'ready' ? decisions.data : []
  const refused = needing.status === 'ready' ? needing.data : []
  return (
    <div className={styles.screen}>
      <header>
        <h1>{t('unserved.title')}</h1>
        <p className={styles.quiet}>{t('unserved.text')}</p>
      </header>
      <LiveRegion>{!online && <Banner tone="marigold" title={t('items.offline')} />}</LiveRegion>
      {!rows &&
        (online ? (
          <SkeletonLines count={4} />
        ) : (
          <EmptyState title={t('offlineNothing')}>
            <p>{t('offlineNothingText')}</p>
          </EmptyState>
        ))}
      {rows?.length === 0 && <EmptyState picture="/flowers/white-lilies.svg" title={t('unserved.none')} />}
      {rows && rows.length > 0 && (
        <LongAccordion label={t('unserved.title')} items={rows}>
          {(row) => (
            <AccordionItem key={row._id} head={<Head row={row} />}>
              <Request
                row={row}
                decision={decisionAbout(asked, row)}
                refused={refused.filter(
                  ({ intent }) => intent?.kind === 'settle-item' && intent.payload.item === row._id,
                )}
              />
            </AccordionItem>
          )}
        </LongAccordion>
      )}
    </div>
  )
}

function Head({ row }: { row: UnservedRow }) {
  const { when, language } = useFormat()
  const { quantityOf } = useBulkWords()
  const { number, city, postedAt } = row
  return (
    <>
      <span className={styles.subject}>{`${findCity(city)?.name[language] ?? city} · ${quantityOf(row)}`}</span>
      <span className={styles.about}>{`${number} · ${when(postedAt)}`}</span>
    </>
  )
}

interface RequestProps {
  row: UnservedRow
  decision: ItemDecision | undefined
  refused: readonly AttentionItem[]
}

function Request({ row, decision, refused }: RequestProps) {
  const { t } = useTranslation('desk')
  const { date, language } = useFormat()
  const { buyerName, phone, email, deliveryAddress, flowerTypes, deliveryDate, additionalNotes } = row
  return (
    <div className={styles.item}>
      <ul className={styles.facts}>
        <li>{buyerName}</li>
        <li>
          <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </li>
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
        <li>{flowerTypes.map((type) => flowerTypeName(type)[language]).join(', ')}</li>
        <li>{t('unserved.on', { date: date(deliveryDate) })}</li>
        <li>{deliveryAddress}</li>
        {additionalNotes !== undefined && <li>{additionalNotes}</li>}
      </ul>
      <DecisionState decision={decision} refused={refused} />
      {!decision && <NoteForm row={row} outcome="closed" verb={t('unserved.answered')} />}
    </div>
  )
}
