import { paths } from '../../src/paths.ts'
import { atPrice, fillDelivery } from '../customer-steps.ts'
import { words } from '../screen-texts.ts'
import { closeOverlay, see, texts, type Visit } from './visit.ts'

const orderIn = (address: string) => address.match(/order-tracking\/(\w+)/)?.[1] ?? ''

/** Visits every step from a flower to its order; some flowers stay in the cart. */
export async function ordering(visit: Visit) {
  const { page, context, look, language, nameOf } = visit
  const say = words[language]
  const { catalogue } = texts[language]
  const { cart, checkout, promo } = texts[language].orders
  const main = page.getByRole('main')
  await see(visit, paths.product('red-roses'), 'product')
  await main.getByRole('button', { name: say.redRoses }).first().click()
  await main.getByLabel(catalogue.product.message).fill('जन्मदिन मुबारक, Asha!\nFrom all of us.')
  await main.getByRole('button', { name: say.addToCart, exact: true }).click()
  await page.waitForURL(/cart/)
  await main.getByRole('button', { name: cart.message.changeNamed.replace('{{name}}', say.redRoses) }).click()
  await look('cart-message')
  await main.getByRole('button', { name: cart.message.save }).click()
  await main.getByLabel(promo.label).fill('MOGRA10')
  await main.getByRole('button', { name: promo.apply }).click()
  await main.getByText('−₹90').first().waitFor()
  await main.getByRole('heading', { level: 1 }).click()
  await look('cart-with-code')

  await page.getByRole('link', { name: say.proceed }).click()
  await main.getByRole('button', { name: say.continueToPayment }).press('Enter')
  await main.getByText(checkout.error.pincode).waitFor()
  await look('checkout-missing')
  await fillDelivery(page, say, nameOf('Sunita Deshpande'))
  await look('checkout-delivery')
  await main.getByRole('button', { name: say.continueToPayment }).press('Enter')
  await main.getByRole('button', { name: say.placeOrder }).waitFor()
  await main.getByRole('img', { name: /QR/ }).waitFor()
  await look('checkout-payment')
  await main.getByRole('radio', { name: /Visa/ }).check()
  await main.getByLabel(checkout.card.number).fill('4111111111111112')
  await main.getByRole('button', { name: say.placeOrder }).press('Enter')
  await main.getByText(checkout.card.error.number).waitFor()
  await look('checkout-card')
  await main.getByRole('radio', { name: /Paytm/ }).check()
  await look('checkout-wallet')

  await context.setOffline(true)
  await pay(visit)
  await main.getByText(say.savedHere).first().waitFor()
  await look('tracking-saved')
  await context.setOffline(false)
  await numbered(visit)
}

/** Visits the later screens of an order: changed, on its way, delivered, reported; another one is cancelled. */
export async function afterwards(visit: Visit) {
  const { page, clock, look, language } = visit
  const say = words[language]
  const { edit, partner, rating, report, state } = texts[language].orders
  const main = page.getByRole('main')
  // A stopped clock also stops the demo's simulated delivery.
  clock.hold()
  try {
    await look('tracking-confirmed')
    const order = orderIn(page.url())
    await main.getByRole('button', { name: edit.cancel }).click()
    await page.getByRole('dialog').waitFor()
    await look('tracking-cancel')
    await closeOverlay(page)
    await see(visit, paths.invoice(order), 'invoice')
    await see(visit, paths.orderChange(order), 'order-change')
    await see(visit, paths.orderReport(order), 'order-report-early')
    await page.goto(`/#${paths.orderTracking(order)}`)
    clock.forward(10)
    await main.getByText(partner.simulated).waitFor()
    await look('tracking-out-for-delivery')
    await see(visit, paths.orderChange(order), 'order-change-late')
    await page.goto(`/#${paths.orderTracking(order)}`)
    clock.forward(5)
    await main.getByRole('heading', { name: state.deliveredTitle }).waitFor()
    await look('tracking-delivered')
    await main.getByRole('button', { name: rating.send }).click()
    await main.getByText(rating.missing).waitFor()
    await look('tracking-rating')
    await main.getByRole('radio').nth(3).check()
    await main.getByRole('button', { name: rating.send }).click()
    const fourStars = rating.star_other.replace('{{count}}', '4')
    await main.getByText(rating.done.replace('{{stars}}', fourStars), { exact: true }).waitFor()
    await main.getByRole('link', { name: report.open }).click()
    await page.getByRole('button', { name: report.send }).click()
    await main.getByText(report.missing).waitFor()
    await look('order-report')
    await page.getByLabel(report.message).fill('Two of the roses are broken')
    await page.getByRole('button', { name: report.send }).click()
    await main.getByRole('heading', { name: report.done }).waitFor()
    await look('tracking-reported')
  } finally {
    clock.release()
  }

  await buy(visit, 'orchids')
  await numbered(visit)
  await main.getByRole('button', { name: edit.cancel }).click()
  await page.getByRole('dialog').getByRole('button', { name: edit.cancel }).click()
  await main.getByRole('heading', { name: state.cancelledTitle }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.evaluate(() => window.scrollTo(0, 0))
  await look('tracking-cancelled')

  await page.goto(`/#${paths.product('tulips')}`)
  await main.getByRole('button', { name: say.addToCart, exact: true }).click()
  await page.waitForURL(/cart/)
}

/** Visits an order that is refused because its price changed; the notice is shown on every screen from then on. */
export async function refusal(visit: Visit) {
  const { page, context, service, look, language } = visit
  await context.setOffline(true)
  await buy(visit, 'white-lilies')
  await atPrice(service, 'white-lilies', 1199, async () => {
    await context.setOffline(false)
    await page.getByRole('main').getByText(texts[language].orders.refused.now).waitFor()
    await look('tracking-refused')
  })
  await see(visit, paths.orderHistory, 'order-history-refused')
}

async function buy(visit: Visit, flower: string) {
  const { page, language, nameOf } = visit
  const say = words[language]
  const main = page.getByRole('main')
  await page.goto(`/#${paths.product(flower)}`)
  await main.getByRole('button', { name: texts[language].catalogue.product.buyNow }).click()
  // The form contains the address of the last order.
  await main.getByLabel(say.recipient).waitFor()
  await fillDelivery(page, say, nameOf('Sunita Deshpande'))
  await main.getByRole('button', { name: say.continueToPayment }).press('Enter')
  await main.getByRole('button', { name: say.placeOrder }).waitFor()
  await pay(visit)
}

async function pay({ page, language }: Visit) {
  await page.getByRole('main').getByRole('button', { name: words[language].placeOrder }).press('Enter')
  await page.waitForURL(/order-tracking/)
}

const numbered = ({ page }: Visit) =>
  page
    .getByRole('main')
    .getByText(/FLR\d+/)
    .first()
    .waitFor()
