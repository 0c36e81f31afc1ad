import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { paths } from '../../../paths.ts'

export interface NavLink {
  to: string
  label: string
}

/** The top links, in the specification's order. */
export function useTopLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [
    { to: paths.browse, label: t('nav.shop') },
    { to: paths.bulkOrder, label: t('nav.bulkOrders') },
    { to: paths.driverRegister, label: t('nav.becomePartner') },
    { to: paths.wholesaleRegister, label: t('nav.wholesaleSupplier') },
    { to: paths.support, label: t('nav.support') },
  ]
}

/** The signed-in person's own screens, in the dropdown and the phone's menu. */
export function useAccountLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  const { account } = useSession()
  const everybody = [
    { to: paths.profile, label: t('nav.profile') },
    { to: paths.orderHistory, label: t('nav.orderHistory') },
    { to: paths.chat, label: t('nav.chat') },
  ]
  switch (account?.role) {
    case 'ADMIN':
      return [{ to: paths.admin, label: t('nav.adminDashboard') }, ...everybody]
    case 'PARTNER':
      return [
        ...everybody,
        { to: paths.driverDashboard, label: t('nav.partnerDashboard') },
        { to: paths.driverProfile, label: t('nav.partnerProfile') },
      ]
    case 'SUPPLIER':
      return [
        ...everybody,
        { to: paths.wholesaleDashboard, label: t('nav.supplierDashboard') },
        { to: paths.wholesaleProfile, label: t('nav.supplierProfile') },
      ]
    default:
      return everybody
  }
}

/** The links for people who are not signed in. */
export function useVisitorLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [
    { to: paths.login, label: t('nav.login') },
    { to: paths.register, label: t('nav.register') },
  ]
}

export function useFooterLinks(): NavLink[] {
  const { t } = useTranslation('shell')
  return [
    { to: paths.about, label: t('nav.about') },
    { to: paths.careers, label: t('nav.careers') },
    { to: paths.bulkOrder, label: t('nav.bulkOrders') },
    { to: paths.driverRegister, label: t('nav.becomePartner') },
    { to: paths.wholesaleRegister, label: t('nav.wholesaleSupplier') },
    { to: paths.support, label: t('nav.support') },
    { to: paths.terms, label: t('nav.terms') },
    { to: paths.privacy, label: t('nav.privacy') },
  ]
}
