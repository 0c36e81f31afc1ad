import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { link, paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ComingScreen } from './coming.tsx'

// Addresses of the specification whose screens are still to be built; e-mails and bookmarks may already name them.
const PLANNED = [
  '/register',
  '/profile',
  '/driver',
  '/wholesale',
  '/bulk-order',
  '/support',
  '/about',
  '/careers',
  '/terms',
  '/privacy',
  '/admin',
  '/verify-email',
  '/email-test',
]

/** Any address without a screen. */
export function NotFoundScreen() {
  const { t } = useTranslation('pages')
  const { pathname } = useLocation()
  if (PLANNED.some((planned) => pathname === planned || pathname.startsWith(`${planned}/`))) return <ComingScreen />
  return (
    <Page width="narrow">
      <EmptyState
        picture="/flowers/empty-basket.svg"
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
