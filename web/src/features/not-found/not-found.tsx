import { lazy } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths, planned } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { PlannedScreen } from './planned-screen.tsx'

const RoleOnly = lazy(async () => ({ default: (await import('./role-only.tsx')).RoleOnly }))

/** Screens of one role that are not built yet: everybody else is told that they are not theirs. */
const OF_ROLE: Record<string, 'PARTNER' | 'SUPPLIER'> = {
  [planned.wholesaleDashboard]: 'SUPPLIER',
  [planned.wholesaleProfile]: 'SUPPLIER',
}

/** Shown for an address without a screen. */
export function NotFoundScreen() {
  const { t } = useTranslation('pages')
  const { pathname } = useLocation()
  const role = OF_ROLE[pathname]
  if (role)
    return (
      <RoleOnly only={role} path={pathname}>
        <PlannedScreen />
      </RoleOnly>
    )
  if (Object.values<string>(planned).includes(pathname)) return <PlannedScreen />
  return (
    <Page width="narrow">
      <EmptyState
        picture="/flowers/states/not-found.svg"
        heading="h1"
        title={t('notFound.title')}
        action={
          <>
            <ButtonLink variant="primary" href={link(paths.browse)}>
              {t('notFound.shop')}
            </ButtonLink>
            <ButtonLink variant="quiet" href={link(paths.home)}>
              {t('notFound.home')}
            </ButtonLink>
          </>
        }
      >
        <p>{t('notFound.text')}</p>
      </EmptyState>
    </Page>
  )
}
