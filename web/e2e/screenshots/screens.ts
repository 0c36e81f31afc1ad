import { paths } from '../../src/paths.ts'
import { readyOffline, withoutStock, writeFact } from '../customer-steps.ts'
import { words } from '../screen-texts.ts'
import { applying } from './apply.ts'
import { buying } from './bulk.ts'
import { chatting } from './conversations.ts'
import { desk } from './desk.ts'
import { liveOrders } from './live-orders.ts'
import { afterwards, ordering, refusal } from './orders.ts'
import { partner } from './partner.ts'
import { supplier } from './supplier.ts'
import { closeOverlay, see, texts, type Visit } from './visit.ts'

/** Screens that only a visitor sees; a customer visits all other screens with a fixed path. */
const BEFORE_LOGIN = new Set<string>([paths.login, paths.register, paths.verifyEmail])
const FIXED = Object.values(paths).filter(
  (path): path is Exclude<typeof path, CallableFunction> => typeof path === 'string',
)

/** Visits every screen by the ways that lead to it. A new path in `src/paths.ts` is visited automatically. */
export async function seeEverything(visit: Visit) {
  await seeAsOthers(visit)
  await seeAsCustomer(visit)
}

/** Visits what visitors, applicants, admins, partners and suppliers see. */
export async function seeAsOthers(visit: Visit) {
  await asVisitor(visit)
  await applying(visit)
  await desk(visit)
  await partner(visit)
  await supplier(visit)
}

/** Visits what a customer sees: every fixed path, and what becomes of orders, requests and messages. */
export async function seeAsCustomer(visit: Visit) {
  await open(visit)
  await signIn(visit)
  await see(visit, paths.login, 'login-signed-in')
  await visit.page.goto(`/#${paths.orderHistory}`)
  await visit.page.getByRole('main').locator('img[src$="no-orders.svg"]').waitFor()
  await visit.look('order-history-empty')
  await see(visit, paths.favourites, 'favourites-empty')
  await ordering(visit)
  await afterwards(visit)
  await liveOrders(visit)
  await buying(visit)
  await chatting(visit)
  for (const path of FIXED) if (!BEFORE_LOGIN.has(path)) await see(visit, path)
  await refusal(visit)
  await ownAccount(visit)
}

/** The message that the app works offline appears only once; without this it would cover the pictures. */
async function open({ page }: Visit) {
  await page.goto('/')
  await readyOffline(page)
  await page.reload()
}

async function asVisitor(visit: Visit) {
  const { page, look } = visit
  await open(visit)
  await see(visit, paths.home, 'home-visitor')
  for (const path of BEFORE_LOGIN) await see(visit, path)
  for (const path of [paths.profile, paths.orderHistory, paths.favourites])
    await see(visit, path, `${path.slice(1)}-visitor`)
  await see(visit, '/nowhere', 'not-found')
  await see(visit, paths.cart, 'cart-empty')
  await see(visit, paths.orderTracking('01JD0000000000000000000001'), 'tracking-unknown')
  await see(visit, `${paths.browse}?q=zzzz`, 'browse-nothing')
  await see(visit, `${paths.browse}?view=list&city=kota`, 'browse-list')
  await browsing(visit)
  const menu = page.getByRole('button', { name: words[visit.language].menu, exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await look('menu', { isOfThisWidth: true })
    await closeOverlay(page)
  }
}

async function browsing({ page, service, look, language }: Visit) {
  const { catalogue } = texts[language]
  await withoutStock(service, 'red-roses', async () => {
    await page.goto(`/#${paths.product('red-roses')}`)
    // The app checks the catalogue for changes when it opens.
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: catalogue.outOfStock }).first().waitFor()
    await look('product-out-of-stock')
    await page.goto(`/#${paths.browse}`)
    await page.getByRole('article').first().waitFor()
    await look('browse-out-of-stock')
  })
  await page.goto(`/#${paths.browse}`)
  await page.reload()
  await page.getByRole('combobox', { name: catalogue.city.label }).click()
  await look('browse-cities', { isOfThisWidth: true })
  await closeOverlay(page)
  const filters = page.getByRole('button', { name: catalogue.filter.title }).first()
  if (await filters.isVisible()) {
    await filters.click()
    await page.getByRole('dialog').waitFor()
    await look('browse-filters', { isOfThisWidth: true })
    await closeOverlay(page)
  }
}

async function signIn({ page, service, email, language }: Visit) {
  const say = words[language]
  await page.goto(`/#${paths.login}`)
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: say.sendCode }).click()
  const { text } = await service.mailTo(email)
  await page.getByLabel(say.code).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: say.verify }).click()
  await page.waitForURL((url) => !url.hash.includes(paths.login))
}

/** Visits the profile: changed, with a refusal, before its deletion, and the logout with unsent data. */
async function ownAccount(visit: Visit) {
  const { page, context, look, language } = visit
  const say = words[language]
  await page.goto(`/#${paths.profile}`)
  await page.getByRole('button', { name: say.editProfile }).click()
  await look('profile-edit')
  await page.getByRole('button', { name: say.deleteAccount }).click()
  await page.getByRole('dialog').waitFor()
  await look('profile-delete')
  await closeOverlay(page)
  await context.setOffline(true)
  await writeFact(page)
  await context.setOffline(false)
  await page.goto(`/#${paths.attention}`)
  await page.getByText(say.notYours).waitFor()
  await look('attention-refused')

  await context.setOffline(true)
  await page.goto(`/#${paths.product('tulips')}`)
  await page.getByRole('main').getByRole('button', { name: say.addToCart, exact: true }).click()
  await page.waitForURL(/cart/)
  await see(visit, paths.home, 'home-offline')
  const account = page.getByRole('button', { name: say.account, exact: true })
  await ((await account.isVisible()) ? account : page.getByRole('banner').getByRole('button', { name: 'Asha' })).click()
  const logOut = page.getByRole('button', { name: say.logOut }).filter({ visible: true })
  await logOut.waitFor()
  await look('account', { isOfThisWidth: true })
  await logOut.click()
  await page.getByRole('dialog', { name: say.notAllSent }).waitFor()
  await look('account-unsent')
  await closeOverlay(page)
  await context.setOffline(false)
}
