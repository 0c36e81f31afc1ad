import { SaveUnsent } from '../../blocks/sync/save-unsent.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LanguageToggle } from '../shell/navigation/language-toggle.tsx'

/**
 * Shown instead of the app if the browser refuses to store anything: neither cart nor order could be kept. `canRead`:
 * data that was stored earlier may still be there.
 */
export function StorageRefused({ canRead }: { canRead: boolean }) {
  const { t } = useTranslation('parts')
  return (
    <main>
      <Page width="narrow">
        <LanguageToggle />
        <EmptyState
          heading="h1"
          picture="/flowers/empty-basket.svg"
          title={t('refusedStorage.title')}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {t('refusedStorage.retry')}
            </Button>
          }
        >
          {t('refusedStorage.text')}
        </EmptyState>
        {canRead && <SaveUnsent />}
      </Page>
    </main>
  )
}
