import { lazy, Suspense, useState } from 'react'
import { ApplicationState } from '../../blocks/applications/application-state.tsx'
import { Initials } from '../../blocks/people/initials.tsx'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { drafts } from '../../data/drafts.ts'
import { ownProfile, type ProfileView } from '../../data/people/profile.ts'
import { useLive } from '../../data/use-live.ts'
import { type AccountSummary, useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { LanguageSection } from './language-section.tsx'
import styles from './profile.module.css'
import { ProfileChangeChip } from './profile-change-chip.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileStats } from './profile-stats.tsx'

// Few people come to change something, and the form is as large as the rest of the screen.
const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))
const AccountSections = lazy(async () => ({ default: (await import('./account-sections.tsx')).AccountSections }))

export function ProfileScreen() {
  return (
    <SamePerson signedOut={<PleaseLogin />}>
      <ProfileOfPerson />
    </SamePerson>
  )
}

function ProfileOfPerson() {
  const { account } = useSession()
  return account && account.role !== 'VISITOR' ? <Profile account={account} /> : <PleaseLogin />
}

function PleaseLogin() {
  const { t } = useTranslation('people')
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={t('profile.login')}
        action={
          <ButtonLink variant="primary" href={loginFor(paths.profile)}>
            {t('login.title')}
          </ButtonLink>
        }
      >
        {t('profile.loginText')}
      </EmptyState>
    </Page>
  )
}

function Profile({ account }: { account: AccountSummary }) {
  const { t } = useTranslation('people')
  const profile = useLive(ownProfile)
  if (profile.status === 'loading') return <Loading />
  if (profile.status === 'failed') return <Failed error={profile.error} />
  const name = profile.data.name ?? account.name
  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1>{t('profile.title')}</h1>
        <Panel>
          <div className={styles.who}>
            <Initials name={name} size="large" />
            <div className={styles.names}>
              <p className={styles.name}>{name}</p>
              <p className={styles.quiet}>{account.email}</p>
              <RoleBadge role={account.role} />
            </div>
          </div>
          {account.role === 'ADMIN' && (
            <p className={styles.admin}>
              <b>{t('profile.admin')}</b>
              <span>{` ${t('profile.adminText')}`}</span>
            </p>
          )}
          <ProfileStats account={account} />
        </Panel>
        <ApplicationState />
        <Details account={account} profile={profile.data} />
        <LanguageSection />
        <Suspense fallback={<Loading />}>
          <AccountSections account={account} />
        </Suspense>
      </div>
    </Page>
  )
}

/** Shows or edits the details; a change shows at once, with how far it has got. */
function Details({ account, profile }: { account: AccountSummary; profile: ProfileView }) {
  const { t } = useTranslation('people')
  // Continues with what was typed before a reload.
  const [isEditing, setEditing] = useState(() => drafts.get('profile') !== undefined)
  // The change made during this visit: an older one need not be shown as confirmed.
  const [asked, setAsked] = useState<string>()
  const keptFocus = useFocusRestore('h2')
  return (
    <section {...keptFocus} className={styles.section} aria-labelledby="profile-details">
      <h2 id="profile-details" tabIndex={-1}>
        {t('profile.details')}
      </h2>
      <LiveRegion>
        {profile.change && <ProfileChangeChip change={profile.change} wasAskedNow={asked === profile.change.ulid} />}
      </LiveRegion>
      {isEditing ? (
        <Suspense fallback={<Loading />}>
          <ProfileForm account={account} profile={profile} onAsked={setAsked} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <ProfileDetails account={account} profile={profile} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}
