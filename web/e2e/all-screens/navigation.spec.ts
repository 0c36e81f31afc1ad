import type { Page } from '@playwright/test'
import about from '../../src/i18n/locales/en/about.json' with { type: 'json' }
import { paths, patterns } from '../../src/paths.ts'
import { signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 800 }

const TOP = {
  'Shop Flowers': '/browse',
  'Bulk Orders': '/bulk-order',
  'Become a Partner': '/driver/register',
  'Wholesale Supplier': '/wholesale/register',
  Support: '/support',
}
const FOOT = {
  About: '/about',
  Careers: '/careers',
  'Bulk Orders': '/bulk-order',
  'Become a Partner': '/driver/register',
  'Wholesale Supplier': '/wholesale/register',
  Support: '/support',
  'Terms of Service': '/terms',
  'Privacy Policy': '/privacy',
}
const OWN = { Profile: '/profile', 'Order History': '/order-history', Chats: '/chat' }

/** For each role its badge, the links in the dropdown, and whether it has a cart. */
const ROLES = {
  CUSTOMER: { badge: 'Customer', links: OWN, hasCart: true },
  PARTNER: {
    badge: 'Partner',
    links: { ...OWN, 'Partner Dashboard': '/driver/dashboard', 'Partner Profile': '/driver/profile' },
    hasCart: false,
  },
  SUPPLIER: {
    badge: 'Supplier',
    links: { ...OWN, 'Supplier Dashboard': '/wholesale/dashboard', 'Supplier Profile': '/wholesale/profile' },
    hasCart: false,
  },
  ADMIN: { badge: 'Admin', links: { 'Admin Dashboard': '/admin', ...OWN }, hasCart: false },
} as const

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const whatsApp = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Chat on WhatsApp' })
const texts = (page: Page, within: string) => page.locator(within).getByRole('link').allTextContents()

test('a visitor sees shop, cart, login and register in the header, and links about Mogra in the footer', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/#/browse')
  const shop = main(page).getByRole('link', { name: 'Shop Flowers' })
  await expect(shop).toHaveAttribute('aria-current', 'page')
  const header = page.getByRole('banner')
  for (const name of ['Log in', 'Register', 'Cart, 0 items'])
    await expect(header.getByRole('link', { name })).toBeVisible()
  await header.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/#\/register$/)
  await expect(shop).not.toHaveAttribute('aria-current', /.*/)

  const footer = page.getByRole('contentinfo')
  for (const [name, heading] of [
    ['About', 'Flowers from around the corner'],
    ['Careers', 'Help a city say it with flowers'],
    ['Support', 'How can we help?'],
    ['Terms of Service', 'Terms of Service'],
    ['Privacy Policy', 'Privacy Policy'],
  ] as const) {
    // Uses the keyboard: a click so close to the last one would count as the second half of a double tap.
    await footer.getByRole('link', { name, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await footer.getByRole('link', { name: 'About' }).press('Enter')
  const screen = page.getByRole('main')
  for (const { figure, label } of [
    { figure: '50+', label: about.stat.cities },
    { figure: '500+', label: about.stat.florists },
    { figure: '1000+', label: about.stat.customers },
    { figure: '100+', label: about.stat.partners },
  ])
    await expect(screen.getByRole('listitem').filter({ hasText: figure })).toContainText(label)
  for (const heading of [about.storyTitle, about.valuesTitle, about.values.fresh.title, about.team.florists.title])
    await expect(screen.getByRole('heading', { name: heading })).toBeVisible()
  await expect(screen.getByRole('heading', { name: about.teamTitle })).toBeVisible()
  await expect(screen.getByRole('link', { name: about.partner })).toHaveAttribute('href', '#/driver/register')
  await screen.getByRole('link', { name: 'Start Shopping' }).press('Enter')
  await expect(page).toHaveURL(/#\/browse$/)
  expect(await texts(page, 'footer nav')).toEqual(Object.keys(FOOT))
  await expect(footer.getByRole('link', { name: 'support@mogra.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(footer.getByRole('link', { name: '+91 22 1555 0100' })).toHaveAttribute('href', 'tel:+912215550100')
  await expect(footer.getByText('Mumbai, India')).toBeVisible()
  await expect(footer.getByText('© 2024 Mogra')).toBeVisible()
  await expect(whatsApp(page)).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/912215550100\?text=Hello%20Mogra%2C%20I%20have/,
  )

  await page.setViewportSize(PHONE)
  await expect(main(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/#\/login$/)
  await expect(main(page)).toBeHidden()
})

/** Whether the router has a screen for this address, by the list of its patterns. */
const hasScreen = (address: string) => {
  const [path = ''] = address.split('?')
  return Object.values<unknown>(patterns).some(
    (pattern) => typeof pattern === 'string' && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
}

/** The addresses of all links on the page that lead to a screen of Mogra, whether they are visible or not. */
const addresses = (page: Page) =>
  page.locator('a[href^="#/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''))

for (const role of ['VISITOR', 'CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'] as const)
  test(`every link that ${role} sees in the menus, on home and on the page about Mogra leads to an open screen`, async ({
    service,
    phone,
  }) => {
    const { page } = await phone()
    if (role !== 'VISITOR') {
      const email = `links.${role.toLowerCase()}.${process.pid}@mogra.example`
      await service.services.accounts.create({ email, name: 'Nisha Rao', role, verified: true })
      await signIn(page, service, email)
    }
    const found = new Set<string>()
    const collect = async () => {
      for (const address of await addresses(page)) found.add(address)
    }
    for (const path of [paths.home, paths.about]) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.locator('#phone-menu').getByRole('link').first()).toBeVisible()
      await collect()
    }
    if (role !== 'VISITOR') {
      await page.goto(`/#${paths.profile}`)
      await page.getByRole('button', { name: 'Account', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Account' })
      await expect(sheet.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(sheet.getByRole('link', { name: 'Order History' })).not.toHaveAttribute('aria-current', /.*/)
      await collect()
    }
    const expected = { ...FOOT, ...(role === 'VISITOR' ? { in: paths.login, up: paths.register } : ROLES[role].links) }
    expect([...found]).toEqual(expect.arrayContaining(Object.values({ ...TOP, ...expected })))
    expect([...found].filter((address) => !hasScreen(address))).toEqual([])
    // Flowers share one screen, and so do the filters of the shop.
    const isFlower = (path: string) => path.startsWith(paths.product(''))
    const screens = [...new Set([...found].map((address) => address.split('?')[0] ?? ''))]
    const visited = [...screens.filter(isFlower).slice(0, 1), ...screens.filter((path) => !isFlower(path))]
    expect(visited.length).toBeGreaterThan(8)
    const heading = page.locator('main > h1:not([data-seen]), main > :not([data-seen]) h1')
    for (const address of visited) {
      // The last screen stays until the next one is drawn.
      await page.locator('main > *').evaluateAll((all) => {
        for (const one of all) one.dataset.seen = ''
      })
      await page.goto(`/#${address}`)
      await expect(heading, address).toBeVisible()
      await expect(heading, address).not.toHaveText(/does not exist|Access Denied/)
    }
  })

test('each role sees its own screens and its badge, and only roles that buy see a cart', async ({ service, phone }) => {
  test.slow()
  for (const [role, { badge, links, hasCart }] of Object.entries(ROLES)) {
    const email = `nav.${role.toLowerCase()}.${process.pid}@mogra.example`
    const account = { email, name: 'Nisha Rao', role: role as keyof typeof ROLES, verified: true }
    await service.services.accounts.create(account)
    const { page, context } = await phone()
    await signIn(page, service, email)

    // On a phone the menu has the same links, and closes after a choice.
    await page.goto('/#/browse')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.locator('#phone-menu')
    await expect(menu.getByText(badge, { exact: true })).toBeVisible()
    expect(await texts(page, '#phone-menu'), role).toEqual(Object.keys({ ...TOP, ...links }))
    await menu.getByRole('link', { name: 'Order History' }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Cart' })).toHaveCount(
      hasCart ? 1 : 0,
    )

    await page.setViewportSize(DESKTOP)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: /^Cart,/ })).toHaveCount(hasCart ? 1 : 0)
    await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0)
    const name = header.getByRole('button', { name: 'Nisha Rao' })
    await expect(name.locator('.lucide-shield-check')).toHaveCount(role === 'ADMIN' ? 1 : 0)
    await name.click()
    const logOut = header.getByRole('button', { name: 'Log out' })
    await expect(logOut).toBeVisible()
    await page.mouse.move(20, 600)
    await expect(logOut).toHaveCount(0)
    // With the keyboard: a second click at the same place within half a second would be ignored as a double tap.
    await name.press('Enter')
    await header.getByRole('link', { name: 'Profile', exact: true }).click()
    await expect(page).toHaveURL(/#\/profile$/)
    await expect(logOut).toHaveCount(0)
    await expect(whatsApp(page)).toHaveAttribute('href', /Hello%20Mogra%2C%20I%20am%20Nisha%20Rao/)

    await name.click()
    await logOut.click()
    await expect(page).toHaveURL(/#\/$/)
    await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible()
    await context.close()
  }
})

test('a partner reaches the dashboard and from there the profile with the thumb, and both are marked as current', async ({
  service,
  phone,
}) => {
  const email = `nav.thumb.${process.pid}@mogra.example`
  await service.services.accounts.create({ email, name: 'Imran Khan', role: 'PARTNER', verified: true })
  const { page } = await phone()
  await signIn(page, service, email)
  const places = page.getByRole('navigation', { name: 'Places' })
  const dashboard = places.getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).not.toHaveAttribute('aria-current', /.*/)
  await dashboard.press('Enter')
  await expect(page).toHaveURL(/#\/driver\/dashboard$/)
  // There, the parts of the dashboard take the place of the shop's.
  const parts = page.getByRole('navigation', { name: 'Partner Dashboard' })
  await expect(parts.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await expect(dashboard).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(/Access Denied/)

  await parts.getByRole('link', { name: 'Profile' }).press('Enter')
  await expect(page).toHaveURL(/#\/driver\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your partner profile' })).toBeVisible()
  const account = places.getByRole('button', { name: 'Account' })
  await expect(account).toHaveAttribute('aria-current', 'page')
  await expect(dashboard).not.toHaveAttribute('aria-current', /.*/)
  await account.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Account' })
  await expect(sheet.getByRole('link', { name: 'Partner Profile' })).toHaveAttribute('aria-current', 'page')
})

test('a supplier reaches the requests and the profile with the thumb, and a desktop shows the same as tabs', async ({
  service,
  phone,
}) => {
  const email = `nav.supplier.${process.pid}@mogra.example`
  await service.services.accounts.create({ email, name: 'Deccan Blooms', role: 'SUPPLIER', verified: true })
  const { page } = await phone()
  await signIn(page, service, email)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Dashboard' }).press('Enter')
  await expect(page).toHaveURL(/#\/wholesale\/dashboard$/)
  const parts = page.getByRole('navigation', { name: 'Supplier Dashboard' })
  await expect(parts.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await parts.getByRole('link', { name: 'Requests' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Bulk Requests \(\d+ pending\)$/ })).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await expect(parts).toBeHidden()
  await expect(page.getByRole('button', { name: /^Bulk Requests/ })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize(PHONE)
  await parts.getByRole('link', { name: 'Profile' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your supplier profile' })).toBeVisible()
  const account = page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Account' })
  await expect(account).toHaveAttribute('aria-current', 'page')
})
