import type { ReactNode } from 'react'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/guard-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

interface RoleOnlyProps {
  only: 'PARTNER' | 'SUPPLIER'
  path: string
  children: ReactNode
}

/** Shows a role's own screen to that role, and tells everybody else that it is not theirs. */
export function RoleOnly({ only, path, children }: RoleOnlyProps) {
  const { t } = useTranslation('guard')
  const { account } = useSession()
  if (account?.role === only) return children
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={only === 'PARTNER' ? t('partners') : t('suppliers')}
        action={
          <>
            {!account && (
              <ButtonLink variant="primary" href={loginFor(path)}>
                {t('logIn')}
              </ButtonLink>
            )}
            <ButtonLink variant="quiet" href={link(paths.home)}>
              {t('home')}
            </ButtonLink>
          </>
        }
      />
    </Page>
  )
}
