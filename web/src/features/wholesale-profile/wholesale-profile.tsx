import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Initials } from '../../blocks/people/initials.tsx'
import styles from '../../blocks/people/profile.module.css'
import { ProfileChangeChip } from '../../blocks/people/profile-change-chip.tsx'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { drafts } from '../../data/drafts.ts'
import { ownProfile, type ProfileView } from '../../data/people/profile.ts'
import { useLive } from '../../data/use-live.ts'
import { type AccountSummary, useSession } from '../../data/use-session.ts'
import '../../i18n/applications-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import '../../i18n/wholesale-profile-texts.ts'
import { link, paths } from '../../paths.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { SupplierDetails } from './supplier-details.tsx'
import { TogglesSection } from './toggles-section.tsx'

// The form is larger than the rest of the screen, and few people come to change something.
const SupplierForm = lazy(async () => ({ default: (await import('./supplier-form.tsx')).SupplierForm }))

/** A wholesale supplier's own profile. The route lets only suppliers in. */
export function WholesaleProfileScreen() {
  const { account } = useSession()
  const profile = useLive(ownProfile)
  if (!account || profile.status === 'loading') return <Loading />
  if (profile.status === 'failed') return <Failed error={profile.error} />
  // Another account has a form of its own.
  return <WholesaleProfile key={account.id} account={account} profile={profile.data} />
}

type Part = 'details' | 'toggles'

function WholesaleProfile({ account, profile }: { account: AccountSummary; profile: ProfileView }) {
  const { t } = useTranslation('wholesale-profile')
  const { date } = useFormat()
  // The last change of this visit, and where it was made: its progress shows there.
  const [asked, setAsked] = useState<{ ulid: string; part: Part }>()
  const { change, account: fact, businessName = account.name } = profile
  const chip = (part: Part) =>
    change &&
    part === (asked?.ulid === change.ulid ? asked.part : 'details') && (
      <ProfileChangeChip change={change} wasAskedNow={asked?.ulid === change.ulid} />
    )
  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1>{t('title')}</h1>
        <Panel>
          <div className={styles.who}>
            <Initials name={businessName} size="large" />
            <div className={styles.names}>
              <p className={styles.name}>{businessName}</p>
              <p className={styles.quiet}>{account.email}</p>
              <RoleBadge role={account.role} />
              {fact?.approvedAt && <p className={styles.quiet}>{t('since', { date: date(fact.approvedAt) })}</p>}
            </div>
          </div>
        </Panel>
        <Details account={account} profile={profile} onAsked={(ulid) => setAsked({ ulid, part: 'details' })}>
          {chip('details')}
        </Details>
        <TogglesSection profile={profile} onAsked={(ulid) => setAsked({ ulid, part: 'toggles' })}>
          {chip('toggles')}
        </TogglesSection>
        <section className={styles.section} aria-labelledby="supplier-more">
          <h2 id="supplier-more">{t('more.title')}</h2>
          <p className={styles.quiet}>{t('more.text')}</p>
          <p className={styles.links}>
            <a href={link(paths.wholesaleDashboard)}>{t('more.dashboard')}</a>
            <a href={link(paths.support)}>{t('more.support')}</a>
            <a href={link(paths.profile)}>{t('more.account')}</a>
          </p>
        </section>
      </div>
    </Page>
  )
}

interface DetailsProps {
  account: AccountSummary
  profile: ProfileView
  onAsked: (ulid: string) => void
  /** How far the last change has got. */
  children: ReactNode
}

function Details({ account, profile, onAsked, children }: DetailsProps) {
  const { t } = useTranslation('people')
  // Continues with what was typed before a reload.
  const [isEditing, setEditing] = useState(() => drafts.get('supplier-profile') !== undefined)
  const keptFocus = useFocusRestore('h2')
  return (
    <section {...keptFocus} className={styles.section} aria-labelledby="supplier-details">
      <h2 id="supplier-details" tabIndex={-1}>
        {t('profile.details')}
      </h2>
      <LiveRegion>{children}</LiveRegion>
      {isEditing ? (
        <Suspense fallback={<Loading />}>
          <SupplierForm account={account} profile={profile} onAsked={onAsked} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <SupplierDetails account={account} profile={profile} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}
