import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Names the tab after what the screen shows; until it knows, the route's own title stays. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation('common')
  useEffect(() => {
    if (title) document.title = t('documentTitle', { title })
  }, [title, t])
}
