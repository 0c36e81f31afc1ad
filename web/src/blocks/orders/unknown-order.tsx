import { useInitialSync } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'

/** Shown instead of an order that is not here: it does not exist, or it has not arrived yet. */
export function UnknownOrder() {
  const { t } = useTranslation('orders')
  const arrival = useInitialSync()
  return (
    <Page>
      {arrival ? (
        <>
          <h1>{t('unknown.action')}</h1>
          <InitialSyncBanner title={t('arriving.title')} arrival={arrival} />
        </>
      ) : (
        <EmptyState
          heading="h1"
          picture="/flowers/states/not-found.svg"
          title={t('unknown.title')}
          action={<ButtonLink href={link(paths.orderHistory)}>{t('unknown.action')}</ButtonLink>}
        >
          {t('unknown.text')}
        </EmptyState>
      )}
    </Page>
  )
}
