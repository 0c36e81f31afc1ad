import { useSearchParams } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.ts'
import { adminRoutes } from './admin.tsx'
import { applicationsRoutes } from './applications.ts'
import { bulkRoutes } from './bulk.ts'
import { catalogueRoutes } from './catalogue.ts'
import { conversationsRoutes } from './conversations.ts'
import { deliveriesRoutes } from './deliveries.ts'
import { ordersRoutes } from './orders.ts'
import { peopleRoutes } from './people.ts'
import type { RouteEntry, RouteName } from './screen.ts'
import { staticRoutes } from './static.ts'
import { supportRoutes } from './support.ts'

/** Every screen, each in its own chunk. The first pattern that matches counts, and the last matches every address. */
export const routes: Record<RouteName, RouteEntry> = {
  ...catalogueRoutes,
  ...ordersRoutes,
  ...peopleRoutes,
  ...supportRoutes,
  ...conversationsRoutes,
  ...applicationsRoutes,
  ...deliveriesRoutes,
  ...bulkRoutes,
  ...adminRoutes,
  ...staticRoutes,
}

/** The tab's title on each route. */
export function useRouteTitles(): Record<RouteName, string> {
  const { t } = useTranslation('shell')
  const [query] = useSearchParams()
  return {
    home: t('title.home'),
    browse: t('title.browse'),
    product: t('title.product'),
    cart: t('title.cart'),
    checkout: t('title.checkout'),
    orderTracking: t('title.orderTracking'),
    orderChange: t('title.orderChange'),
    orderReport: t('title.orderReport'),
    invoice: t('title.invoice'),
    orderHistory: t('title.orderHistory'),
    login: t('title.login'),
    register: t('title.register'),
    verifyEmail: t('title.verifyEmail'),
    profile: t('title.profile'),
    favourites: t('title.favourites'),
    attention: t('title.attention'),
    support: t('title.support'),
    chat: t('title.chat'),
    conversation: t('title.conversation'),
    careers: t('title.careers'),
    about: t('title.about'),
    terms: t('title.terms'),
    privacy: t('title.privacy'),
    driverRegister: query.get('social') === 'true' ? t('title.driverRegisterSocial') : t('title.driverRegister'),
    wholesaleRegister: t('title.wholesaleRegister'),
    driverDashboard: t('title.driverDashboard'),
    driverProfile: t('title.driverProfile'),
    bulkOrder: t('title.bulkOrder'),
    wholesaleDashboard: t('title.wholesaleDashboard'),
    wholesaleProfile: t('title.wholesaleProfile'),
    admin: t('title.admin'),
    emailTest: t('title.emailTest'),
    devUi: t('title.devUi'),
    notFound: t('title.notFound'),
  }
}
