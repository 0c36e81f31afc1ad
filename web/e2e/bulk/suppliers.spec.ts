import type { Page } from '@playwright/test'
import en from '../../src/i18n/locales/en/wholesale.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/wholesale.json' with { type: 'json' }
import hiProfile from '../../src/i18n/locales/hi/wholesale-profile.json' with { type: 'json' }
import { readyOffline, signIn } from '../customer-steps.ts'
import { isStored } from '../deliveries/partner-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { beginOf, texts as buyerTexts, ownRequests, posted, supplier } from './bulk-steps.ts'

type Texts = typeof en

/** Opens the list of requests on a phone. */
async function openRequests(page: Page, { title, tabs }: Texts) {
  await page.goto('/#/wholesale/dashboard')
  await page
    .getByRole('navigation', { name: title })
    .getByRole('link', { name: new RegExp(`^${tabs.requests}`) })
    .click()
}

/** The request in its line, or in its card: other tests have requests of their own. */
const line = (page: Page, quantity: string) => page.getByRole('button', { name: new RegExp(`^${quantity}`) })
const card = (page: Page, quantity: string) => page.getByRole('article', { name: new RegExp(quantity) })
const pending = (page: Page, { tabs }: Texts, number: number) =>
  page.getByRole('heading', { name: tabs.pending.replace('{{number}}', String(number)) })

test('of three suppliers the two of the city see a request, and only the one who shows interest gets the contact', async ({
  service,
  customer,
  phone,
}) => {
  const text = en
  const deccan = await supplier(service, 'Deccan Blooms', ['surat'])
  const mandi = await supplier(service, 'Phool Mandi', ['surat', 'ahmedabad'])
  const awadh = await supplier(service, 'Awadh Flowers', ['lucknow'])
  const asha = await service.services.accounts.findByEmail(customer.email)
  await posted(service, asha?.id ?? '', { city: 'surat', quantity: 501, phone: '+919829011420' })

  const { page: mandis } = await phone()
  await signIn(mandis, service, mandi.email)
  await openRequests(mandis, text)
  await line(mandis, '501').click()
  const { page: awadhs } = await phone()
  await signIn(awadhs, service, awadh.email)
  await openRequests(awadhs, text)
  await expect(awadhs.getByText(text.empty.oneCity.replace('{{city}}', 'Lucknow'))).toBeVisible()
  await expect(awadhs.getByText(text.empty.nobody.replace('{{cities}}', 'Lucknow'))).toBeVisible()

  const { page: deccans } = await phone()
  await signIn(deccans, service, deccan.email)
  await openRequests(deccans, text)
  await expect(pending(deccans, text, 1)).toBeVisible()
  await line(deccans, '501').click()
  const own = card(deccans, '501')
  await own.getByRole('button', { name: new RegExp(`^${text.interest.show}`) }).press('Enter')
  await expect(deccans.getByText(text.interest.shown)).toBeVisible()
  await expect(own.getByRole('link', { name: /^Call Asha Rao/ })).toHaveAttribute('href', 'tel:+919829011420')
  await expect(own.getByRole('link', { name: /^E-mail to Asha Rao/ })).toHaveAttribute('href', /^mailto:asha@/)

  await expect(card(mandis, '501').getByText(text.interest.contactLater)).toBeVisible()
  await expect(card(mandis, '501').getByRole('link')).toHaveCount(0)
  await expect(mandis.getByText('Deccan Blooms')).toBeHidden()
})

test('interest that is shown without a network survives a closed browser, reaches the buyer later, and the buyer agrees', async ({
  service,
  customer,
  phone,
}) => {
  const text = en
  const nair = await supplier(service, 'Nair Flowers', ['chennai'])
  const asha = await service.services.accounts.findByEmail(customer.email)
  await posted(service, asha?.id ?? '', { city: 'chennai', quantity: 602 })
  const { page: first, context } = await phone({ storesApp: true })
  await signIn(first, service, nair.email)
  await readyOffline(first)
  await openRequests(first, text)
  await line(first, '602').click()
  await expect.poll(() => isStored(first, 'wholesale-dashboard')).toBe(true)
  await context.setOffline(true)
  const before = card(first, '602')
  await before.getByRole('button', { name: new RegExp(`^${text.interest.show}`) }).press('Enter')
  await expect(before.getByText(beginOf(text.interest.showingSaved))).toBeVisible()
  await expect(before.getByText(text.interest.contactLater)).toBeVisible()
  await first.close()

  const page = await context.newPage()
  await page.goto('/#/wholesale/dashboard?tab=requests')
  await line(page, '602').click()
  const own = card(page, '602')
  await expect(own.getByText(beginOf(text.interest.showingSaved))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(text.interest.shown)).toBeVisible()
  await expect(own.getByRole('link', { name: /^Call Asha Rao/ })).toBeVisible()

  const { page: buyers } = await phone()
  await signIn(buyers, service, customer.email)
  await buyers.goto('/#/bulk-order')
  await ownRequests(buyers, buyerTexts.en).getByRole('button', { name: buyerTexts.en.agree.button }).click()
  await buyers.getByRole('dialog').getByRole('button', { name: 'Nair Flowers' }).click()
  await expect(own.getByText(beginOf(text.state.agreedText))).toBeVisible()
  await expect(pending(page, text, 0)).toBeVisible()
})

test('a city that is added without a network brings its older requests, and interest can be removed again', async ({
  service,
  customer,
  phone,
}) => {
  const [text, profile, say] = [hi, hiProfile, words.hi]
  const awadh = await supplier(service, 'Awadh Flowers', ['kolkata'])
  const asha = await service.services.accounts.findByEmail(customer.email)
  await posted(service, asha?.id ?? '', { city: 'kanpur', quantity: 77 })
  const { page, context } = await phone({ language: 'hi', storesApp: true })
  await signIn(page, service, awadh.email, say)
  await readyOffline(page)
  await openRequests(page, text)
  await expect(page.getByText(text.empty.oneCity.replace('{{city}}', 'कोलकाता'))).toBeVisible()
  await page.goto('/#/wholesale/profile')
  await expect(page.getByRole('heading', { level: 1, name: profile.title })).toBeVisible()
  await expect.poll(() => isStored(page, 'wholesale-profile')).toBe(true)

  await context.setOffline(true)
  await page.getByRole('button', { name: say.editProfile }).click()
  await page.getByRole('checkbox', { name: 'कानपुर' }).check()
  await page.getByRole('button', { name: say.save, exact: true }).press('Enter')
  await expect(page.getByText(say.savedHere)).toBeVisible()
  await openRequests(page, text)
  await expect(page.getByText(text.empty.unconfirmed)).toBeVisible()
  await context.setOffline(false)
  await line(page, '77').click()

  const own = card(page, '77')
  await own.getByRole('button', { name: new RegExp(`^${text.interest.show}`) }).press('Enter')
  await expect(page.getByText(text.interest.shown)).toBeVisible()
  await own.getByRole('button', { name: new RegExp(`^${text.interest.remove}`) }).press('Enter')
  await expect(page.getByText(text.interest.removed)).toBeVisible()
  await expect(own.getByRole('button', { name: new RegExp(`^${text.interest.show}`) })).toBeVisible()
  await expect(own.getByRole('link')).toHaveCount(0)
})
