import { type ComponentType, lazy } from 'react'
import { onceAppStored } from '../data/stored-app.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { paths, patterns } from '../paths.ts'
import { onceIdle } from './idle.ts'

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

/** A screen of the shop's front, which brings its texts along. */
const frontScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => {
  const loadScreen: Load = async () => ({ default: (await load())[name] })
  loads.push(loadScreen)
  return lazy(loadScreen)
}

const loadTexts = () => import('../i18n/screens-english.ts')

const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  frontScreen(async () => (await Promise.all([load(), loadTexts()]))[0], name)

/** Who has just come looks at the first screen. */
const ARRIVING_MS = 5000

/** Opens every screen once the service worker has stored them all, so that going there takes no time: one after the
 * other, when the page has nothing better to do. Before, it would cost the network. */
export async function preloadScreens(): Promise<void> {
  await onceAppStored()
  await new Promise((resolve) => setTimeout(resolve, ARRIVING_MS))
  for (const load of loads) {
    await onceIdle()
    // A chunk that fails here is asked for again when its screen is opened.
    await load().catch(() => undefined)
  }
}

// Of no use to visitors: fetched when somebody goes there, not before.
const DevUiScreen = lazy(async () => {
  const [{ DevUiScreen }] = await Promise.all([import('../features/dev-ui/dev-ui.tsx'), loadTexts()])
  return { default: DevUiScreen }
})

/** Every screen, each a chunk of its own. */
export const routes: Record<RouteName, RouteEntry> = {
  home: {
    pattern: patterns.home,
    Screen: frontScreen(() => import('../features/home/home.tsx'), 'HomeScreen'),
  },
  browse: {
    pattern: patterns.browse,
    Screen: frontScreen(() => import('../features/browse/browse.tsx'), 'BrowseScreen'),
  },
  product: {
    pattern: patterns.product,
    Screen: frontScreen(() => import('../features/product/product.tsx'), 'ProductScreen'),
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
    Screen: screen(() => import('../features/order-tracking/order-tracking.tsx'), 'OrderTrackingScreen'),
    back: paths.orderHistory,
    hasBarTitle: true,
  },
  orderChange: {
    pattern: patterns.orderChange,
    Screen: screen(() => import('../features/order-change/order-change.tsx'), 'OrderChangeScreen'),
    back: paths.orderHistory,
  },
  orderReport: {
    pattern: patterns.orderReport,
    Screen: screen(() => import('../features/order-report/order-report.tsx'), 'OrderReportScreen'),
    back: paths.orderHistory,
  },
  invoice: {
    pattern: patterns.invoice,
    Screen: screen(() => import('../features/invoice/invoice.tsx'), 'InvoiceScreen'),
    back: paths.orderHistory,
  },
  orderHistory: {
    pattern: patterns.orderHistory,
    Screen: screen(() => import('../features/order-history/order-history.tsx'), 'OrderHistoryScreen'),
  },
  login: {
    pattern: patterns.login,
    Screen: screen(() => import('../features/login/login.tsx'), 'LoginScreen'),
  },
  register: {
    pattern: patterns.register,
    Screen: screen(() => import('../features/register/register.tsx'), 'RegisterScreen'),
  },
  verifyEmail: {
    pattern: patterns.verifyEmail,
    Screen: screen(() => import('../features/verify-email/verify-email.tsx'), 'VerifyEmailScreen'),
  },
  profile: {
    pattern: patterns.profile,
    Screen: screen(() => import('../features/profile/profile.tsx'), 'ProfileScreen'),
  },
  favourites: {
    pattern: patterns.favourites,
    Screen: screen(() => import('../features/favourites/favourites.tsx'), 'FavouritesScreen'),
    back: paths.profile,
  },
  attention: {
    pattern: patterns.attention,
    Screen: screen(() => import('../features/attention/attention.tsx'), 'AttentionScreen'),
    back: paths.orderHistory,
  },
  about: {
    pattern: patterns.about,
    Screen: screen(() => import('../features/static-pages/about.tsx'), 'AboutScreen'),
  },
  terms: {
    pattern: patterns.terms,
    Screen: screen(() => import('../features/static-pages/terms.tsx'), 'TermsScreen'),
  },
  privacy: {
    pattern: patterns.privacy,
    Screen: screen(() => import('../features/static-pages/privacy.tsx'), 'PrivacyScreen'),
  },
  emailTest: {
    pattern: patterns.emailTest,
    Screen: screen(() => import('../features/email-test/email-test.tsx'), 'EmailTestScreen'),
    back: paths.home,
  },
  devUi: { pattern: patterns.devUi, Screen: DevUiScreen },
  notFound: { pattern: '*', Screen: screen(() => import('../features/not-found/not-found.tsx'), 'NotFoundScreen') },
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
    about: t('title.about'),
    terms: t('title.terms'),
    privacy: t('title.privacy'),
    emailTest: t('title.emailTest'),
    devUi: t('title.devUi'),
    notFound: t('title.notFound'),
  }
}
