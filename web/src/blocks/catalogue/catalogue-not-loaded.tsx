import { useTranslation } from '../../i18n/use-translation.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** Shown without a network while the catalogue is not here yet: there is nothing to wait for. */
export function CatalogueNotLoaded() {
  const { t } = useTranslation('catalogue')
  return (
    <EmptyState picture="/flowers/states/offline.svg" title={t('browse.notHereYet')}>
      {t('browse.notHereYetText')}
    </EmptyState>
  )
}
