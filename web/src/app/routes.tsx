import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths, patterns } from '../paths.ts'

export type RouteName = keyof typeof patterns | 'notFound'

interface RouteEntry {
  pattern: string
  Screen: ComponentType
  /** On a phone the header shows a way back (to here, if the app was opened on this screen) instead of the brand. */
  back?: string
  /** The screen's name stands beside the way back; without it the brand does, where the screen's own heading says enough. */
  hasBarTitle?: boolean
}

type Load = () => Promise<{ default: ComponentType }>

const loads: Load[] = []

const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => {
  const loadScreen: Load = async () => ({ default: (await load())[name] })
  loads.push(loadScreen)
  return lazy(loadScreen)
}

/** Fetches every screen while nothing else happens, so that going there takes no time and no network. */
export const preloadScreens = (): void => {
  const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 2000))
  // A chunk that fails here is asked for again when its screen is opened.
  whenIdle(() => void Promise.allSettled(loads.map((load) => load())))
}

// Of no use to visitors: fetched when somebody goes there, not before.
const DevUiScreen = lazy(async () => ({ default: (await import('../features/pages/dev-ui.tsx')).DevUiScreen }))

/** Every screen, each a chunk of its own. */
export const routes: Record<RouteName, RouteEntry> = {
  home: { pattern: patterns.home, Screen: screen(() => import('../features/catalogue/home.tsx'), 'HomeScreen') },
  browse: {
    pattern: patterns.browse,
    Screen: screen(() => import('../features/catalogue/browse.tsx'), 'BrowseScreen'),
  },
  product: {
    pattern: patterns.product,
    Screen: screen(() => import('../features/catalogue/product.tsx'), 'ProductScreen'),
    back: paths.browse,
  },
  cart: {
    pattern: patterns.cart,
    Screen: screen(() => import('../features/cart/cart.tsx'), 'CartScreen'),
    back: paths.browse,
  },
  checkout: {
    pattern: patterns.checkout,
    Screen: screen(() => import('../features/checkout/checkout.tsx'), 'CheckoutScreen'),
    back: paths.cart,
    hasBarTitle: true,
  },
  orderTracking: {
    pattern: patterns.orderTracking,
    Screen: screen(() => import('../features/orders/tracking.tsx'), 'TrackingScreen'),
    back: paths.orderHistory,
    hasBarTitle: true,
  },
  orderHistory: {
    pattern: patterns.orderHistory,
    Screen: screen(() => import('../features/orders/history.tsx'), 'HistoryScreen'),
  },
  login: { pattern: patterns.login, Screen: screen(() => import('../features/account/login.tsx'), 'LoginScreen') },
  attention: {
    pattern: patterns.attention,
    Screen: screen(() => import('../features/account/attention.tsx'), 'AttentionScreen'),
    back: paths.orderHistory,
  },
  devUi: { pattern: patterns.devUi, Screen: DevUiScreen },
  notFound: { pattern: '*', Screen: screen(() => import('../features/pages/not-found.tsx'), 'NotFoundScreen') },
}

/** What the tab is called on each route. */
export function useRouteTitles(): Record<RouteName, string> {
  const { t } = useTranslation('shell')
  return {
    home: t('title.home'),
    browse: t('title.browse'),
    product: t('title.product'),
    cart: t('title.cart'),
    checkout: t('title.checkout'),
    orderTracking: t('title.orderTracking'),
    orderHistory: t('title.orderHistory'),
    login: t('title.login'),
    attention: t('title.attention'),
    devUi: t('title.devUi'),
    notFound: t('title.notFound'),
  }
}
