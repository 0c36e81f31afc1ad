import type { ReactNode } from 'react'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { useCompany } from '../../data/catalogue/company.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/guard-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import styles from './admin-guard.module.css'

/** Shows the desk to admins alone. It protects nothing: the service refuses everybody else by itself. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('guard')
  const { account } = useSession()
  const company = useCompany()
  if (account?.role === 'ADMIN') return children
  const home = (
    <ButtonLink variant="quiet" href={link(paths.home)}>
      {t('home')}
    </ButtonLink>
  )
  if (!account)
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
              {home}
            </>
          }
        >
          <p>{t('loginText')}</p>
        </EmptyState>
      </Page>
    )
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
            {home}
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
