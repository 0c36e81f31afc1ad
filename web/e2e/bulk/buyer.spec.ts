import { readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import {
  beginOf,
  dayAhead,
  fillRequest,
  numberOf,
  ownRequests,
  requestNumbered,
  showsInterest,
  supplier,
  texts,
} from './bulk-steps.ts'

test('a visitor without a network asks for flowers in bulk, reads who is interested once there is one, and says with whom it was agreed', async ({
  service,
  phone,
}) => {
  const text = texts.en
  const florist = await supplier(service, 'Deccan Blooms', ['jaipur'], 'We call you within the hour.')
  const { page, context } = await phone({ storesApp: true })
  await page.goto('/#/bulk-order')
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
  await readyOffline(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: text.submit }).click()
  await expect(page.getByRole('alert').getByText(text.blocked)).toBeVisible()
  await expect(page.getByText(text.missing.email)).toBeVisible()
  await page.getByRole('button', { name: text.more_other.replace('{{count}}', '8') }).click()
  const email = `kavya.${process.pid}@example.com`
  const flowers = [/^Roses$/, /^Baby's Breath$/]
  await fillRequest(page, text, { flowers, city: /^Jaipur$/, on: dayAhead(service, 5), email })
  await page.getByRole('button', { name: text.submit }).press('Enter')
  const submitted = page.getByRole('heading', { level: 1, name: text.submitted.title })
  await expect(submitted).toBeFocused()
  const own = ownRequests(page, text)
  await expect(own.getByRole('heading', { name: "300 stems of roses, baby's breath" })).toBeVisible()
  await expect(own.getByText(text.stage.saved)).toBeVisible()
  // The form comes back by itself, and is empty.
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
  await expect(page.getByLabel(text.fields.quantity, { exact: true })).toHaveValue('')

  await context.setOffline(false)
  const number = await numberOf(page, text)
  await expect(own.getByText(new RegExp(`^${beginOf(text.requests.confirmed)}`))).toBeVisible()
  await service.mailTo(email, (mail) => mail.text.includes(number))
  const request = await requestNumbered(service, number)
  await showsInterest(service, request, florist)
  await expect(own.getByText('1 supplier interested')).toBeVisible()
  await expect(own.getByText('We call you within the hour.')).toBeVisible()
  await expect(own.getByRole('link', { name: /^Call Deccan Blooms/ })).toHaveAttribute('href', 'tel:+919829055111')
  await expect(own.getByRole('link', { name: /^E-mail to Deccan Blooms/ })).toHaveAttribute('href', /^mailto:supplier/)

  await context.setOffline(true)
  await own.getByRole('button', { name: text.agree.button }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deccan Blooms' }).click()
  await expect(own.getByText(text.agree.saved)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Agreed with Deccan Blooms, /)).toBeVisible()
  expect(await service.services.bulkRequests.get(`bulk:${request}`)).toMatchObject({
    ...{ state: 'agreed', agreedWith: florist.id, city: 'jaipur', flowerTypes: ['Roses', "Baby's Breath"] },
  })
})

test('a visitor asks in a city without a supplier in Hindi, signs in and keeps the request, and withdraws it on another phone', async ({
  service,
  phone,
  customer,
}) => {
  const text = texts.hi
  const { page } = await phone({ language: 'hi' })
  await page.goto('/#/bulk-order')
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
  const on = dayAhead(service, 9)
  await fillRequest(page, text, { city: /^कोटा$/, on, email: customer.email, quantity: '४०' })
  const unserved = text.unserved.replace('{{city}}', 'कोटा')
  await expect(page.getByText(unserved)).toBeVisible()
  await page.getByRole('button', { name: text.submit }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: text.submitted.title })).toBeVisible()
  const number = await numberOf(page, text)
  const own = ownRequests(page, text)
  await expect(own.getByText(unserved)).toBeVisible()
  await expect(page.getByText(text.requests.visitor)).toBeVisible()

  await signIn(page, service, customer.email, words.hi)
  const second = await phone()
  await signIn(second.page, service, customer.email)
  for (const each of [page, second.page]) {
    await each.goto('/#/bulk-order')
    await expect(each.getByText(number)).toBeVisible()
  }
  await expect(page.getByText(text.requests.visitor)).toBeHidden()
  await second.page.getByRole('button', { name: texts.en.withdraw.button }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: texts.en.withdraw.button }).click()
  await expect(second.page.getByText(/^Withdrawn, /)).toBeVisible()
  await expect(page.getByText(new RegExp(`^${beginOf(text.requests.withdrawn)}`))).toBeVisible()
})
