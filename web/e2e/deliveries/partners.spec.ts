import enOrders from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import enRefusals from '../../src/i18n/locales/en/refusals.json' with { type: 'json' }
import { readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import {
  answer,
  awarded,
  beginOf,
  endDuties,
  isStored,
  onDuty,
  openedAgain,
  openNow,
  openTab,
  orderTo,
  partner,
  takeBack,
  texts,
} from './partner-steps.ts'

test.afterEach(({ service }) => endDuties(service))

test('a partner who accepts without a network loses the order to one who is online, and reads that somebody else has it', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.en, texts.en]
  const [imran, ravi] = [await partner(service, 'Imran Khan'), await partner(service, 'Ravi Shinde')]
  const { page: imrans } = await phone()
  await onDuty(imrans, service, imran.email, say, text)
  const { page: ravis, context: ravisPhone } = await phone()
  await onDuty(ravis, service, ravi.email, say, text)

  const { page: customers } = await phone()
  await signIn(customers, service, customer.email)
  await orderTo(customers, service, '302033')
  await openTab(imrans, text.tabs.orders, text)
  await openTab(ravis, text.tabs.orders, text)
  await expect(answer(ravis, text.requests.acceptNamed, '302033')).toBeVisible()

  // Ravi accepts in a basement, Imran on the street.
  await ravisPhone.setOffline(true)
  await answer(ravis, text.requests.acceptNamed, '302033').click()
  await expect(ravis.getByText(text.claim.title)).toBeVisible()
  await expect(ravis.getByText(text.claim.text)).toBeVisible()
  await answer(imrans, text.requests.acceptNamed, '302033').click()
  await openTab(imrans, text.tabs.overview, text)
  await expect(imrans.getByText(text.current.confirmed)).toBeVisible()
  await expect(customers.getByText('Imran').first()).toBeVisible()

  await ravisPhone.setOffline(false)
  await expect(ravis.getByText(enRefusals.already_awarded)).toBeVisible()
  await expect(ravis.getByText(text.claim.title)).toBeHidden()
  await ravis.goto('/#/attention')
  await expect(ravis.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(ravis.getByText(enRefusals.already_awarded)).toBeHidden()
})

test('a partner picks up and delivers without a network, with the browser closed in between, and is paid once', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.hi, texts.hi]
  const imran = await partner(service, 'Imran Khan')
  const { page: first, context } = await phone({ language: 'hi', storesApp: true })
  await onDuty(first, service, imran.email, say, text)
  await readyOffline(first)
  const { page: customers } = await phone()
  await signIn(customers, service, customer.email)
  await orderTo(customers, service, '302021')
  await openTab(first, text.tabs.orders, text)
  await answer(first, text.requests.acceptNamed, '302021').click()
  await openTab(first, text.tabs.overview, text)
  await expect(first.getByText(text.current.confirmed)).toBeVisible()
  await expect.poll(() => isStored(first, 'driver-dashboard')).toBe(true)

  await context.setOffline(true)
  await first.getByRole('button', { name: text.move.pickedUp, exact: true }).click()
  await expect(first.getByText(beginOf(text.move.saved))).toBeVisible()

  const second = await openedAgain(context, first)
  await expect(second.getByText(beginOf(text.move.saved))).toBeVisible()
  await second.getByRole('button', { name: text.move.delivered, exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: text.handedTo.guard }).press('Enter')
  await expect(second.getByText(text.move.nothingLeft)).toBeVisible()

  const third = await openedAgain(context, second)
  await expect(third.getByText(text.move.nothingLeft)).toBeVisible()
  await context.setOffline(false)
  await expect(third.getByText(text.move.nothingLeft)).toBeHidden()
  await expect(customers.getByRole('heading', { level: 1, name: enOrders.state.deliveredTitle })).toBeVisible()
  await openTab(third, text.tabs.earnings, text)
  const earned = third.getByRole('region', { name: text.earned.title })
  await expect(earned.getByText('₹50')).toHaveCount(3)
  await expect(third.getByRole('region', { name: text.available.title }).getByText('₹50').first()).toBeVisible()
})

test('a partner who picked up in a basement gets an award back that was taken back, cannot deliver it, and a refund is due', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.en, texts.en]
  const imran = await partner(service, 'Imran Khan')
  const asha = await service.services.accounts.findByEmail(customer.email)
  const id = await awarded(service, asha?.id ?? '', imran.id, '302017')
  const { page, context } = await phone()
  await onDuty(page, service, imran.email, say, text)
  await expect(page.getByText(text.current.confirmed)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: text.move.pickedUp, exact: true }).click()
  await takeBack(service, id)
  await context.setOffline(false)
  const card = page.getByRole('article')
  await expect(card.getByText(beginOf(text.move.saved))).toBeHidden()
  await expect(card.getByText(beginOf(text.current.confirmedAt))).toBeVisible()
  await expect(page.getByText(text.takenBack.title)).toBeHidden()

  await page.getByRole('button', { name: text.failure.title, exact: true }).press('Enter')
  await page.getByRole('radio', { name: text.failure.noAnswer }).check()
  await page.getByRole('button', { name: text.failure.confirm }).press('Enter')
  await openTab(page, text.tabs.orders, text)
  const recent = page.getByRole('region', { name: text.recent.title })
  await expect(recent.getByText(text.state.failed)).toBeVisible()
  await expect(recent.getByText(text.recent.unconfirmed)).toBeHidden()

  const { page: customers } = await phone()
  await signIn(customers, service, customer.email)
  await customers.goto(`/#/order-tracking/${id}`)
  await expect(customers.getByRole('heading', { level: 1, name: enOrders.state.failedTitle })).toBeVisible()
  await expect(customers.getByText(enOrders.failure.no_answer).first()).toBeVisible()
  await expect(customers.getByText(enOrders.refund.due, { exact: true })).toBeVisible()
})

test('a delivery that one partner gives back is offered to another, and not to the first one again', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.hi, texts.hi]
  const [imran, ravi] = [await partner(service, 'Imran Khan'), await partner(service, 'Ravi Shinde')]
  const asha = await service.services.accounts.findByEmail(customer.email)
  const id = await awarded(service, asha?.id ?? '', imran.id, '302019')
  const { page: imrans } = await phone({ language: 'hi' })
  await onDuty(imrans, service, imran.email, say, text)
  await imrans.getByRole('button', { name: text.release.title }).press('Enter')
  await imrans.getByRole('button', { name: text.release.vehicle }).press('Enter')
  await openTab(imrans, text.tabs.orders, text)
  const recent = imrans.getByRole('region', { name: text.recent.title })
  await expect(recent.getByText(text.state.released)).toBeVisible()
  await openNow(service, id)

  const { page: ravis } = await phone({ language: 'hi' })
  await onDuty(ravis, service, ravi.email, say, text)
  await openTab(ravis, text.tabs.orders, text)
  await expect(answer(ravis, text.requests.acceptNamed, '302019')).toBeVisible()
  await expect(recent.getByText(text.recent.unconfirmed)).toBeHidden()
  await expect(answer(imrans, text.requests.acceptNamed, '302019')).toHaveCount(0)
  await answer(ravis, text.requests.declineNamed, '302019').press('Enter')
  await expect(answer(ravis, text.requests.acceptNamed, '302019')).toHaveCount(0)
  await ravis.getByRole('button', { name: text.requests.undo }).press('Enter')
  await expect(answer(ravis, text.requests.acceptNamed, '302019')).toBeVisible()
})
