import { useLocation } from 'react-router-dom'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** The address says that Google or Facebook has confirmed the person, but the service does not (or cannot) say whom. */
export function NotConfirmed({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useTranslation('applications')
  const { pathname } = useLocation()
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        title={isUnreachable ? t('social.unreachable') : t('social.expired')}
        action={
          <>
            {!isUnreachable && (
              <ButtonLink variant="primary" href={link(paths.register)}>
                {t('social.again')}
              </ButtonLink>
            )}
            <ButtonLink variant="quiet" href={link(pathname)}>
              {t('social.byEmail')}
            </ButtonLink>
          </>
        }
      >
        <p>{isUnreachable ? t('social.unreachableText') : t('social.expiredText')}</p>
      </EmptyState>
    </Page>
  )
}
