import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Sets the tab's title to what the screen shows; until it is known, the route's own title stays. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation('common')
  useEffect(() => {
    if (title) document.title = t('documentTitle', { title })
  }, [title, t])
}
