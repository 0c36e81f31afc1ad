import type { ReactNode } from 'react'
import { company } from '#model'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import styles from './admin-guard.module.css'

/** Shows the desk to admins alone. It protects nothing: the service refuses everybody else by itself. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('pages')
  const { account } = useSession()
  if (account?.role === 'ADMIN') return children
  const home = (
    <ButtonLink variant="quiet" href={link(paths.home)}>
      {t('guard.home')}
    </ButtonLink>
  )
  if (!account)
    return (
      <Page width="narrow">
        <EmptyState
          heading="h1"
          picture="/flowers/white-lilies.svg"
          title={t('guard.login')}
          action={
            <>
              <ButtonLink variant="primary" href={loginFor(paths.admin)}>
                {t('guard.loginAction')}
              </ButtonLink>
              {home}
            </>
          }
        >
          <p>{t('guard.loginText')}</p>
        </EmptyState>
      </Page>
    )
  const subject = encodeURIComponent(t('guard.contactSubject'))
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={t('guard.denied')}
        action={
          <>
            <ButtonLink variant="primary" href={`mailto:${company.email}?subject=${subject}`}>
              {t('guard.contact')}
            </ButtonLink>
            {home}
          </>
        }
      >
        <p>{t('guard.deniedText')}</p>
      </EmptyState>
      <Panel>
        <dl className={styles.who}>
          <div>
            <dt>{t('guard.name')}</dt>
            <dd>{account.name}</dd>
          </div>
          <div>
            <dt>{t('guard.email')}</dt>
            <dd>{account.email}</dd>
          </div>
          <div>
            <dt>{t('guard.role')}</dt>
            <dd>{account.role ? <RoleBadge role={account.role} /> : t('guard.noRole')}</dd>
          </div>
        </dl>
      </Panel>
    </Page>
  )
}
