import { Check, Clock, type LucideIcon } from 'lucide-react'
import { BulkTile } from '../../../blocks/bulk/bulk-tile.tsx'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type BadgeProps } from '../../../ui/feedback/badge.tsx'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from '../wholesale-dashboard.module.css'
import { useChangeWords } from './change-words.ts'
import { useRequestWords } from './request-words.ts'

/** One request in a line of a list: how much, which flowers, where and when, and how it stands. */
export function RequestSummary({ request }: { request: SupplierRequest }) {
  const { quantityOf, flowersOf, whereOf } = useRequestWords()
  const { titleOf } = useChangeWords()
  const { about, change } = request
  return (
    <span className={styles.summary}>
      <BulkTile flowerTypes={about.flowerTypes} faded={request.state === 'ended'} />
      <span className={styles.names}>
        <span className={styles.first}>
          <b className={styles.quantity}>{quantityOf(about)}</b>
          <StateBadge state={request.state} />
        </span>
        <span>{flowersOf(about)}</span>
        <span className={styles.small}>{whereOf(request)}</span>
        {change && (
          <span className={styles.state} data-stage={change.stage}>
            <SyncGlyph stage={change.stage} size={22} />
            <span>{titleOf(change)}</span>
          </span>
        )}
      </span>
    </span>
  )
}

const LOOKS: Record<SupplierRequest['state'], { tone: NonNullable<BadgeProps['tone']>; icon?: LucideIcon }> = {
  new: { tone: 'marigold-soft', icon: Clock },
  interested: { tone: 'leaf', icon: Check },
  agreed: { tone: 'leaf', icon: Check },
  withdrawn: { tone: 'plain' },
  ended: { tone: 'plain' },
}

export function StateBadge({ state }: Pick<SupplierRequest, 'state'>) {
  const { t } = useTranslation('wholesale')
  const names = {
    new: t('state.new'),
    interested: t('state.interested'),
    agreed: t('state.agreed'),
    withdrawn: t('state.removed'),
    ended: t('state.ended'),
  }
  return <Badge {...LOOKS[state]}>{names[state]}</Badge>
}
