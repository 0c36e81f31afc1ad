import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'

export interface NavLink {
  to: string
  label: string
}

/** The top links, in the specification's order. A screen that does not exist yet is not linked; adding it is one line. */
export function useTopLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [{ to: paths.browse, label: t('nav.shop') }]
}

/** The signed-in person's own screens, in the dropdown and the phone's menu. */
export function useAccountLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [{ to: paths.orderHistory, label: t('nav.orderHistory') }]
}

/** The footer's links. */
export function useFooterLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [
    { to: paths.browse, label: t('nav.shop') },
    { to: paths.orderHistory, label: t('nav.orderHistory') },
  ]
}
