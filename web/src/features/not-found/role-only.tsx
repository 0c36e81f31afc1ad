import type { ReactNode } from 'react'
import { carriesFlowers } from '../../data/deliveries/carries.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/guard-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loading } from '../../ui/states/loading.tsx'

interface RoleOnlyProps {
  only: 'PARTNER' | 'SUPPLIER'
  path: string
  /** Lets in somebody who has lost the role, too, as long as they have flowers to deliver. */
  orCarriesFlowers?: boolean
  children: ReactNode
}

/** Shows a role's own screen to that role, and tells everybody else that it is not theirs. */
export function RoleOnly({ orCarriesFlowers = false, ...props }: RoleOnlyProps) {
  const { account } = useSession()
  if (account?.role === props.only) return props.children
  return account && orCarriesFlowers ? <CarriersOnly {...props} /> : <Denied {...props} />
}

function CarriersOnly(props: RoleOnlyProps) {
  const carries = useLive(carriesFlowers)
  if (carries.status === 'loading') return <Loading />
  return carries.status === 'ready' && carries.data ? props.children : <Denied {...props} />
}

function Denied({ only, path }: RoleOnlyProps) {
  const { t } = useTranslation('guard')
  const { account } = useSession()
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
