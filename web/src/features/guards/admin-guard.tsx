import type { ReactNode } from 'react'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { useCompany } from '../../data/catalogue/company.ts'
import { type AccountSummary, useSession } from '../../data/use-session.ts'
import '../../i18n/guard-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import styles from './admin-guard.module.css'

interface AdminGuardProps {
  children: ReactNode
}

/** Shows the desk to admins alone. It protects nothing: the service refuses everybody else by itself. */
export function AdminGuard({ children }: AdminGuardProps) {
  return (
    <SamePerson signedOut={<LoginNeeded />}>
      <RoleNeeded>{children}</RoleNeeded>
    </SamePerson>
  )
}

function RoleNeeded({ children }: AdminGuardProps) {
  const { account } = useSession()
  if (!account) return <LoginNeeded />
  return account.role === 'ADMIN' ? children : <Denied account={account} />
}

function LoginNeeded() {
  const { t } = useTranslation('guard')
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={t('login')}
        action={
          <>
            <ButtonLink variant="primary" href={loginFor(paths.admin)}>
              {t('loginAction')}
            </ButtonLink>
            <Home />
          </>
        }
      >
        <p>{t('loginText')}</p>
      </EmptyState>
    </Page>
  )
}

function Home() {
  const { t } = useTranslation('guard')
  return (
    <ButtonLink variant="quiet" href={link(paths.home)}>
      {t('home')}
    </ButtonLink>
  )
}

function Denied({ account }: { account: AccountSummary }) {
  const { t } = useTranslation('guard')
  const company = useCompany()
  const subject = encodeURIComponent(t('contactSubject'))
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={t('denied')}
        action={
          <>
            {company && (
              <ButtonLink variant="primary" href={`mailto:${company.supportEmail}?subject=${subject}`}>
                {t('contact')}
              </ButtonLink>
            )}
            <Home />
          </>
        }
      >
        <p>{t('deniedText')}</p>
      </EmptyState>
      <Panel>
        <dl className={styles.who}>
          <div>
            <dt>{t('name')}</dt>
            <dd>{account.name}</dd>
          </div>
          <div>
            <dt>{t('email')}</dt>
            <dd>{account.email}</dd>
          </div>
          <div>
            <dt>{t('role')}</dt>
            <dd>{account.role ? <RoleBadge role={account.role} /> : t('noRole')}</dd>
          </div>
        </dl>
      </Panel>
    </Page>
  )
}
