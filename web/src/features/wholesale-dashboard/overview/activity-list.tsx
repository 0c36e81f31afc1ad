import { Ban, CalendarX, Check, Flower2, Handshake, type LucideIcon } from 'lucide-react'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { useRequestWords } from '../requests/request-words.ts'
import styles from '../wholesale-dashboard.module.css'
import { type Activity, recentActivity } from './recent-activity.ts'

interface ActivityListProps {
  /** Undefined while they are being read. */
  requests: readonly SupplierRequest[] | undefined
}

export function ActivityList({ requests }: ActivityListProps) {
  const { t } = useTranslation('wholesale')
  const recent = requests && recentActivity(requests)
  return (
    <section className={styles.section} aria-labelledby="activity">
      <div className={styles.sectionHead}>
        <h2 id="activity">{t('activity.title')}</h2>
      </div>
      {!recent && <SkeletonLines count={3} />}
      {recent?.length === 0 && <p className={styles.quiet}>{t('activity.none')}</p>}
      {recent && recent.length > 0 && (
        <ol className={styles.activity}>
          {recent.map((activity) => (
            <ActivityItem key={activity.request.ulid} activity={activity} />
          ))}
        </ol>
      )}
    </section>
  )
}

const ICONS: Record<Activity['what'], LucideIcon> = {
  new: Flower2,
  showing: Check,
  withdrawing: Ban,
  agreed: Handshake,
  withdrawn: Ban,
  elsewhere: Ban,
  expired: CalendarX,
}

function ActivityItem({ activity: { request, what } }: { activity: Activity }) {
  const { t } = useTranslation('wholesale')
  const { when } = useFormat()
  const { signedOutByServer } = useSession()
  const { askedFor, buyerOf, cityOf } = useRequestWords()
  const { about, change, since } = request
  const asked = askedFor(about)
  const titles: Record<Activity['what'], string> = {
    new: t('activity.new', { city: cityOf(about) }),
    showing: t('activity.showing', { asked }),
    withdrawing: t('activity.withdrawing', { asked }),
    agreed: t('activity.agreed', { buyer: buyerOf(about) }),
    withdrawn: t('state.withdrawn'),
    elsewhere: t('state.elsewhere'),
    expired: t('state.expired'),
  }
  const saved = signedOutByServer ? t('activity.savedSignedOut') : t('activity.saved')
  const waiting = change?.stage === 'saved' ? saved : t('activity.sent')
  // The title of an own answer says already what was asked for.
  const isOwn = what === 'showing' || what === 'withdrawing'
  const note = isOwn ? [buyerOf(about), cityOf(about)].join(', ') : asked
  const Icon = ICONS[what]
  return (
    <li className={styles.event}>
      {change ? (
        <SyncGlyph stage={change.stage} size={28} />
      ) : (
        <span className={styles.dot} aria-hidden="true">
          <Icon />
        </span>
      )}
      <span className={styles.names}>
        <b>{titles[what]}</b>
        <span className={styles.small}>{t('activity.note', { time: when(since), note: change ? waiting : note })}</span>
      </span>
    </li>
  )
}
