import type { Page } from '@playwright/test'
import { promoOf } from '../../../design-docs/model/orders/promos/sample-promos.ts'
import { fillDelivery, readyOffline, signIn, type Words } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const texts = {
  en: {
    ...{ field: /^Promo code/, apply: 'Apply', undo: 'Undo', again: 'Send to the same place again?' },
    ...{
      remove: 'Remove the promo code',
      none: (code: string) => `There is no code ${code}. Check how it is written.`,
    },
    ...{ clear: 'Clear Cart', saves: (code: string, amount: string) => `${code}: you save ${amount}` },
    ...{ ended: 'The promo code has ended', used: 'You have used the promo code already' },
    without: (total: string) => `Order without the code for ${total}`,
  },
  hi: {
    ...{ field: /^प्रोमो कोड/, apply: 'लागू करें', undo: 'वापस लाएँ', again: 'फिर उसी जगह भेजना है?' },
    ...{ remove: 'प्रोमो कोड हटाएँ', none: (code: string) => `${code} नाम का कोई कोड नहीं है। देख लें कि सही लिखा है।` },
    ...{ clear: 'कार्ट ख़ाली करें', saves: (code: string, amount: string) => `${code}: आपकी बचत ${amount}` },
    ...{ ended: 'प्रोमो कोड की अवधि समाप्त हो गई है', used: 'आप यह प्रोमो कोड पहले ही इस्तेमाल कर चुके हैं' },
    without: (total: string) => `बिना कोड के ${total} में ऑर्डर दें`,
  },
} as const
type Language = keyof typeof texts

/** Puts flowers into the cart and applies a code. */
async function applyCode(page: Page, language: Language, flower: string, code: string, amount: string) {
  const say = texts[language]
  await page.goto(`/#/product/${flower}`)
  await page.getByRole('main').getByRole('button', { name: words[language].addToCart, exact: true }).click()
  await expect(page).toHaveURL(/cart/)
  await page.getByLabel(say.field).fill(code.toLowerCase())
  await page.getByRole('button', { name: say.apply }).click()
  await expect(page.getByText(say.saves(code, amount))).toBeVisible()
}

async function payFor(page: Page, say: Words) {
  // Uses the keyboard: a second click so soon would be ignored as a double tap.
  await page.getByRole('button', { name: say.continueToPayment }).press('Enter')
  await page.getByRole('button', { name: say.placeOrder }).press('Enter')
  await expect(page).toHaveURL(/order-tracking/, { timeout: 20_000 })
}

for (const language of inOneLanguage('hi'))
  test(`a code gives its discount, and is refused if it expired meanwhile; the second phone offers the address (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const say = words[language]
    const own = texts[language]
    const first = await phone({ language, storesApp: true })
    await signIn(first.page, service, customer.email, say)
    const catalogue = service.services.couch.db('catalogue')
    const ending = `ENDS${language.toUpperCase()}`
    await catalogue.create(await promoOf(ending, { kind: 'flat', rupees: 200 }))

    // The code is applied, removed and restored, and the order is confirmed with it.
    await applyCode(first.page, language, 'red-roses', 'MOGRA10', '₹90')
    await first.page.getByRole('button', { name: own.clear }).click()
    await first.page.getByRole('button', { name: own.undo }).click()
    await expect(first.page.getByText(own.saves('MOGRA10', '₹90'))).toBeVisible()
    await first.page.getByRole('link', { name: say.proceed }).click()
    await fillDelivery(first.page, say)
    await payFor(first.page, say)
    await expect(first.page.getByText(/FLR\d+/).first()).toBeVisible()
    await expect(first.page.getByText('−₹90')).toBeVisible()

    // The second phone receives the saved address of the first.
    const second = await phone({ language, storesApp: true })
    await signIn(second.page, service, customer.email, say)
    await readyOffline(first.page)
    await readyOffline(second.page)
    await second.page.reload()

    // The code expires while the phone is offline, and the person decides what to do.
    await applyCode(second.page, language, 'tulips', ending, '₹200')
    await second.context.setOffline(true)
    await second.page.getByRole('link', { name: say.proceed }).click()
    await expect(second.page.getByText(own.again)).toBeVisible()
    await second.page
      .getByRole('button', { name: /Bapu Nagar/ })
      .first()
      .click()
    await expect(second.page.getByLabel(say.pincode)).toHaveValue('302015')
    await payFor(second.page, say)
    await expect(second.page.getByText(say.savedHere).filter({ visible: true }).first()).toBeVisible()
    await catalogue.update<object>((await promoOf(ending, { kind: 'free-delivery' }))._id, (promo) => ({
      ...promo,
      _id: String(Object(promo)._id),
      endsAt: '2026-01-01T00:00:00.000Z',
    }))
    await second.context.setOffline(false)
    await expect(second.page.getByText(own.ended)).toBeVisible()
    await second.page.getByRole('button', { name: own.without('₹1,414') }).click()
    await expect(second.page.getByText(/FLR\d+/).first()).toBeVisible()
  })

test('if two phones use a once-per-account code offline, one order gets it and the other phone asks what to do', async ({
  service,
  customer,
  phone,
}) => {
  const say = words.en
  const own = texts.en
  const [first, second] = [await phone({ storesApp: true }), await phone({ storesApp: true })]
  for (const { page } of [first, second]) {
    await signIn(page, service, customer.email)
    await readyOffline(page)
  }
  for (const { page, context } of [first, second]) {
    await context.setOffline(true)
    await applyCode(page, 'en', 'orchids', 'WELCOME100', '₹100')
    await page.getByRole('link', { name: say.proceed }).click()
    await fillDelivery(page, say)
    await payFor(page, say)
  }
  await first.context.setOffline(false)
  await expect(first.page.getByText(/FLR\d+/).first()).toBeVisible()
  await second.context.setOffline(false)
  await expect(second.page.getByText(own.used)).toBeVisible()
  await expect(second.page.getByRole('button', { name: own.without('₹1,729') })).toBeVisible()
})

for (const language of inOneLanguage('en'))
  test(`online, the app asks the service about a code, and the code applies to one order only (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const say = words[language]
    const own = texts[language]
    const { page } = await phone({ language, storesApp: true })
    await signIn(page, service, customer.email, say)
    await readyOffline(page)
    const field = page.getByLabel(own.field)
    const addToCart = page.getByRole('main').getByRole('button', { name: say.addToCart, exact: true })

    await page.goto('/#/product/red-roses')
    await addToCart.click()
    await field.fill('nosuchcode')
    await page.getByRole('button', { name: own.apply }).click()
    await expect(page.getByText(own.none('NOSUCHCODE'))).toBeVisible()
    await page.getByRole('button', { name: own.remove }).click()

    // The code is so new that no phone has received it yet.
    const code = `FRESH${language.toUpperCase()}`
    await page.route(/\/db\/catalogue\/_changes/, () => undefined)
    await service.services.couch.db('catalogue').create(await promoOf(code, { kind: 'flat', rupees: 100 }))
    await field.fill(code)
    await page.getByRole('button', { name: own.apply }).press('Enter')
    await expect(page.getByText(own.saves(code, '₹100'))).toBeVisible()

    // "Buy now" has its own code and does not change the code of the cart.
    await page.goto('/#/checkout?flower=tulips&quantity=1')
    await fillDelivery(page, say)
    await page.getByRole('button', { name: say.continueToPayment }).click()
    await expect(field).toHaveValue('')
    await page.goto('/#/cart')
    await expect(page.getByText(own.saves(code, '₹100'))).toBeVisible()

    await page.getByRole('link', { name: say.proceed }).press('Enter')
    await payFor(page, say)
    await expect(page.getByText(/FLR\d+/).first()).toBeVisible()
    await expect(page.getByText('−₹100')).toBeVisible()
    await page.goto('/#/product/red-roses')
    await addToCart.press('Enter')
    await expect(field).toHaveValue('')
  })
