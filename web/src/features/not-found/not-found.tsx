import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** Shown for an address without a screen. */
export function NotFoundScreen() {
  const { t } = useTranslation('pages')
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
