import { codeIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const texts = {
  en: {
    ...{ buyNow: 'Buy Now', promo: /^Promo code/, apply: 'Apply', card: /^Credit or debit card/ },
    ...{ number: 'Card number', expiry: 'Valid until', cvv: 'CVV', holder: 'Name on the card' },
  },
  hi: {
    ...{ buyNow: 'अभी ख़रीदें', promo: /^प्रोमो कोड/, apply: 'लागू करें', card: /^क्रेडिट या डेबिट कार्ड/ },
    ...{ number: 'कार्ड नंबर', expiry: 'कब तक मान्य', cvv: 'CVV', holder: 'कार्ड पर लिखा नाम' },
  },
} as const

/** Replaces the digits by those of a Hindi keyboard. */
const hindi = (text: string) => text.replace(/[0-9]/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)))

for (const language of inOneLanguage('en')) {
  const say = words[language]
  const own = texts[language]

  test(`a person with a Hindi keyboard registers, orders and pays by card (${language})`, async ({
    service,
    phone,
  }) => {
    const email = `o'neil.${process.pid}.${language}@mogra.example`
    const { page } = await phone({ language })
    await page.goto('/#/register')
    await page.getByLabel(say.name, { exact: true }).fill('शर्\u200Dमा जी')
    await page.getByLabel(say.email, { exact: true }).fill(`mailto:${email.toUpperCase()}\u200B`)
    await page.getByLabel(say.phone, { exact: true }).fill(hindi('(98290) 11420'))
    await page.getByLabel(say.city, { exact: true }).selectOption('jaipur')
    await page.getByRole('checkbox', { name: say.terms }).check()
    await page.getByRole('button', { name: say.createAccount }).click()
    await page.getByLabel(say.code).fill(hindi(await codeIn(service, email)))
    await page.getByRole('button', { name: say.verify }).click()
    await expect(page).toHaveURL(/#\/$/)
    expect(await service.services.accounts.findByEmail(email)).toMatchObject({ phone: '+919829011420' })

    await page.goto('/#/product/red-roses')
    await page.getByRole('button', { name: own.buyNow }).click()
    await page.getByLabel(say.recipient).fill('Sunita Deshpande')
    await page.getByLabel(say.phone, { exact: true }).fill(hindi('98290-11420'))
    await page.getByLabel(say.address, { exact: true }).fill(`${hindi('14')}, Bapu Nagar`)
    const city = page.getByRole('combobox', { name: say.city, exact: true })
    await city.fill('ज\u200Dयपुर')
    await city.press('Enter')
    await page.getByLabel(say.pincode).fill(hindi('302 015'))
    await page.getByRole('button', { name: say.continueToPayment }).click()

    const main = page.getByRole('main')
    await expect(main.getByText('+91 98290 11420')).toBeVisible()
    await expect(main.getByText(/302015/)).toBeVisible()
    await main.getByLabel(own.promo).fill(`mogra ${hindi('10')}`)
    await main.getByRole('button', { name: own.apply }).click()
    await expect(main.getByText(/^MOGRA10: /)).toBeVisible()
    await main.getByRole('radio', { name: own.card }).check()
    const type = async (label: string | RegExp, text: string) => {
      await main.getByLabel(label).pressSequentially(hindi(text))
      return main.getByLabel(label)
    }
    await expect(await type(own.number, '4111111111111111')).toHaveValue('4111 1111 1111 1111')
    await expect(await type(own.expiry, '1199')).toHaveValue('11/99')
    await type(own.cvv, '123')
    await type(own.holder, 'Asha')
    await main.getByRole('button', { name: say.placeOrder }).click()
    await expect(page).toHaveURL(/order-tracking/, { timeout: 20_000 })
    await expect(main.getByText('+91 98290 11420')).toBeVisible()
  })
}
