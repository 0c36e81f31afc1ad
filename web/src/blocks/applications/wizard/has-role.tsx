import type { Role } from '#model'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { dashboardOf, link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** Tells partners, suppliers and admins which role they have: they cannot apply for another. */
export function HasRole({ role }: { role: Role }) {
  const { t } = useTranslation('applications')
  const names: Partial<Record<Role, string>> = t('hasRole.title', { returnObjects: true })
  const own = dashboardOf(role)
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={names[role] ?? t('hasRole.title.PARTNER')}
        action={
          <ButtonLink variant="primary" href={link(own ?? paths.profile)}>
            {own ? t('hasRole.own') : t('hasRole.profile')}
          </ButtonLink>
        }
      >
        <p>{t('hasRole.text')}</p>
      </EmptyState>
    </Page>
  )
}
