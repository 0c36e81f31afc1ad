import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** Says that a screen is planned and does not exist yet. */
export function PlannedScreen() {
  const { t } = useTranslation('pages')
  return (
    <Page width="narrow">
      <EmptyState
        picture="/flowers/white-lilies.svg"
        heading="h1"
        title={t('coming.title')}
        action={
          <ButtonLink variant="primary" href={link(paths.browse)}>
            {t('coming.shop')}
          </ButtonLink>
        }
      >
        <p>{t('coming.text')}</p>
      </EmptyState>
    </Page>
  )
}
