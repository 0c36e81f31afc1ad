import { useEffect, useRef } from 'react'
import type { DeliveryItemRow } from '#model'
import { decisionAbout, type ItemDecision, itemDecisions, openItems } from '../../../data/admin/open-items.ts'
import { type AttentionItem, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { AccordionItem, LongAccordion } from '../../../ui/layout/accordion.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { DecisionState } from './decision-state.tsx'
import { Evidence } from './evidence.tsx'
import { useItemTitle } from './item-title.ts'
import styles from './items.module.css'
import { SettleForm } from './settle-form.tsx'

interface DeskItemsProps {
  online: boolean
  onSettled: () => Promise<void>
}

/** What admins settle about deliveries: money that goes back, late stories, partners who are not heard of. */
export function DeskItems({ online, onSettled }: DeskItemsProps) {
  const { t } = useTranslation('desk')
  const items = useLive(openItems)
  const decisions = useLive(itemDecisions)
  const needing = useLive(needsAttention)
  const decided = decisions.status === 'ready' ? decisions.data.filter(({ receipt }) => receipt).length : 0
  useEffect(() => {
    if (decided > 0) void onSettled()
  }, [decided, onSettled])

  const rows = items.status === 'ready' ? items.data : undefined
  const asked = decisions.status === 'ready' ? decisions.data : []
  const refused = needing.status === 'ready' ? needing.data : []
  return (
    <div className={styles.screen}>
      <header>
        <h1>{t('items.title')}</h1>
        <p className={styles.quiet} role="status">
          {rows && rows.length > 0 && t('items.waiting', { count: rows.length })}
        </p>
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
      {rows?.length === 0 && (
        <EmptyState picture="/flowers/white-lilies.svg" title={t('items.none')}>
          <p>{t('items.noneText')}</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ItemList
          rows={rows}
          decisionOf={(row) => decisionAbout(asked, row)}
          refusedOf={({ _id }) =>
            refused.filter(({ intent }) => intent?.kind === 'settle-item' && intent.payload.item === _id)
          }
        />
      )}
    </div>
  )
}

interface ItemListProps {
  rows: readonly DeliveryItemRow[]
  decisionOf: (row: DeliveryItemRow) => ItemDecision | undefined
  refusedOf: (row: DeliveryItemRow) => readonly AttentionItem[]
}

function ItemList({ rows, decisionOf, refusedOf }: ItemListProps) {
  const { t } = useTranslation('desk')
  const list = useRef<HTMLDivElement>(null)
  const focusNext = (step: 1 | -1) => {
    const heads = [...(list.current?.querySelectorAll('summary') ?? [])]
    const at = heads.indexOf(document.activeElement as HTMLElement)
    heads[Math.min(Math.max(at + step, 0), heads.length - 1)]?.focus()
  }
  return (
    <div ref={list} className={styles.list}>
      <LongAccordion label={t('items.title')} items={rows}>
        {(row) => (
          <AccordionItem key={row._id} head={<Head row={row} />}>
            <Item row={row} decision={decisionOf(row)} refused={refusedOf(row)} />
          </AccordionItem>
        )}
      </LongAccordion>
      <DeskKeys
        keys={[
          { key: 'j', does: t('keys.next'), act: () => focusNext(1) },
          { key: 'k', does: t('keys.previous'), act: () => focusNext(-1) },
          { key: OPEN, does: t('keys.open') },
        ]}
      />
    </div>
  )
}

function Head({ row }: { row: DeliveryItemRow }) {
  const { when } = useFormat()
  const title = useItemTitle()
  return (
    <>
      <span className={styles.subject}>{title(row)}</span>
      <span className={styles.about}>{`${row.number} · ${when(row.at)}`}</span>
    </>
  )
}

/** What an admin needs to call people, or to give money back. */
function About({ row: { what, totalRupees, paymentMethod, failedBy, partner } }: { row: DeliveryItemRow }) {
  const { t } = useTranslation('desk')
  const { rupees } = useFormat()
  const reasons = { ...t('items.reasons', { returnObjects: true }), ...t('items.failedBy', { returnObjects: true }) }
  return (
    <ul className={styles.facts}>
      {what === 'refund' && <li>{failedBy === undefined ? t('items.cancelled') : reasons[failedBy]}</li>}
      {paymentMethod && (
        <li>
          {t('items.paid', {
            amount: rupees(totalRupees),
            method: t('items.methods', { returnObjects: true })[paymentMethod],
          })}
        </li>
      )}
      {partner?.name && (
        <li>
          <a href={link(`${paths.admin}?tab=users&role=PARTNER&q=${encodeURIComponent(partner.name)}`)}>
            {t('items.contact', { name: partner.name })}
          </a>
        </li>
      )}
    </ul>
  )
}

interface ItemProps {
  row: DeliveryItemRow
  decision: ItemDecision | undefined
  refused: readonly AttentionItem[]
}

function Item({ row, decision, refused }: ItemProps) {
  const { t } = useTranslation('desk')
  return (
    <div className={styles.item}>
      <p>{t('items.what', { returnObjects: true })[row.what]}</p>
      <About row={row} />
      {row.isAddressChanged && <Banner tone="marigold" title={t('items.addressChanged')} />}
      <Evidence row={row} />
      <DecisionState decision={decision} refused={refused} />
      {!decision && <SettleForm row={row} />}
    </div>
  )
}
