import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BankSection } from '../../blocks/deliveries/bank-section.tsx'
import { Initials } from '../../blocks/people/initials.tsx'
import styles from '../../blocks/people/profile.module.css'
import { ProfileChangeChip } from '../../blocks/people/profile-change-chip.tsx'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { drafts } from '../../data/drafts.ts'
import { ownProfile, type ProfileView } from '../../data/people/profile.ts'
import { useLive } from '../../data/use-live.ts'
import { type AccountSummary, useSession } from '../../data/use-session.ts'
import '../../i18n/applications-texts.ts'
import '../../i18n/driver-profile-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { TogglesSection } from './toggles-section.tsx'

// The form is larger than the rest of the screen, and few people come to change something.
const PartnerForm = lazy(async () => ({ default: (await import('./partner-form.tsx')).PartnerForm }))

/** A delivery partner's own profile. The route lets only partners in. */
export function DriverProfileScreen() {
  const { account } = useSession()
  const profile = useLive(ownProfile)
  if (!account || profile.status === 'loading') return <Loading />
  if (profile.status === 'failed') return <Failed error={profile.error} />
  // Another account has a form of its own.
  return <DriverProfile key={account.id} account={account} profile={profile.data} />
}

type Part = 'details' | 'toggles'

function DriverProfile({ account, profile }: { account: AccountSummary; profile: ProfileView }) {
  const { t } = useTranslation('driver-profile')
  const { date } = useFormat()
  // The last change of this visit, and where it was made: its progress shows there.
  const [asked, setAsked] = useState<{ ulid: string; part: Part }>()
  const { change, account: fact, name = account.name } = profile
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
            <Initials name={name} size="large" />
            <div className={styles.names}>
              <p className={styles.name}>{name}</p>
              <p className={styles.quiet}>{account.email}</p>
              <RoleBadge role={account.role} />
              {fact?.approvedAt && <p className={styles.quiet}>{t('since', { date: date(fact.approvedAt) })}</p>}
            </div>
          </div>
        </Panel>
        <Details account={account} profile={profile} onAsked={(ulid) => setAsked({ ulid, part: 'details' })}>
          {chip('details')}
        </Details>
        <BankSection ends={fact?.bankAccountEnds} isKnown={fact !== undefined} />
        <TogglesSection profile={profile} onAsked={(ulid) => setAsked({ ulid, part: 'toggles' })}>
          {chip('toggles')}
        </TogglesSection>
        <section className={styles.section} aria-labelledby="partner-more">
          <h2 id="partner-more">{t('more.title')}</h2>
          <p className={styles.quiet}>{t('more.text')}</p>
          <p className={styles.links}>
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
  const [isEditing, setEditing] = useState(() => drafts.get('partner-profile') !== undefined)
  const keptFocus = useFocusRestore('h2')
  return (
    <section {...keptFocus} className={styles.section} aria-labelledby="partner-details">
      <h2 id="partner-details" tabIndex={-1}>
        {t('profile.details')}
      </h2>
      <LiveRegion>{children}</LiveRegion>
      {isEditing ? (
        <Suspense fallback={<Loading />}>
          <PartnerForm account={account} profile={profile} onAsked={onAsked} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <PartnerDetails account={account} profile={profile} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}
