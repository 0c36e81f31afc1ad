import { ulid } from 'ulid'
import { dayOf, orderId } from '#model'
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import enShell from '../../src/i18n/locales/en/shell.json' with { type: 'json' }
import hiGuard from '../../src/i18n/locales/hi/guard.json' with { type: 'json' }
import hiOrders from '../../src/i18n/locales/hi/orders.json' with { type: 'json' }
import hiShell from '../../src/i18n/locales/hi/shell.json' with { type: 'json' }
import { readyOffline, signIn } from '../customer-steps.ts'
import { expect } from '../fixtures.ts'
import { nextVersion, test } from '../offline/release.ts'
import { words } from '../screen-texts.ts'
import {
  answer,
  awarded,
  beginOf,
  deadline,
  deliverOffline,
  endDuties,
  isStored,
  onDuty,
  openedAgain,
  openNow,
  openTab,
  partner,
  takeBack,
  texts,
  toldOrder,
} from './partner-steps.ts'

const DAY_MS = 86_400_000

test.afterEach(({ service }) => endDuties(service))

test('a partner delivers an order that was taken back and awarded to another, and is paid, and the other is told', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.en, texts.en]
  const [imran, ravi] = [await partner(service, 'Imran Khan'), await partner(service, 'Ravi Shinde')]
  const asha = await service.services.accounts.findByEmail(customer.email)
  const id = await awarded(service, asha?.id ?? '', imran.id, '302023')
  const { page, context } = await phone()
  await onDuty(page, service, imran.email, say, text)
  await deliverOffline(page, context, text)
  await takeBack(service, id)

  const { page: ravis } = await phone()
  await onDuty(ravis, service, ravi.email, say, text)
  await openTab(ravis, text.tabs.orders, text)
  await answer(ravis, text.requests.acceptNamed, '302023').click()
  await openTab(ravis, text.tabs.overview, text)
  await expect(ravis.getByText(text.current.confirmed)).toBeVisible()

  // The toast goes by itself.
  const hears = expect(ravis.getByText(enPeople.notices.kind['delivery-displaced'])).toBeVisible()
  await context.setOffline(false)
  await hears
  await expect(page.getByText(text.move.nothingLeft)).toBeHidden()
  await expect(ravis.getByText(text.current.none)).toBeVisible()
  // The money is written after the receipt.
  await expect
    .poll(() => service.services.earnings.of(imran.id))
    .toMatchObject([{ kind: 'delivered', rupees: 50, held: false }])
  expect(await service.services.earnings.of(ravi.id)).toEqual([])
})

test('a customer whose order nobody takes reads why, and that the money comes back (in Hindi)', async ({
  service,
  customer,
  phone,
}) => {
  const { services } = service
  const asha = await services.accounts.findByEmail(customer.email)
  // While a partner is on duty, the demo simulates no delivery.
  const ravi = await partner(service, 'Ravi Shinde')
  const on = { isOnline: true, intent: ulid(), at: services.now().toISOString(), turn: { term: 0, n: 0 } }
  await services.partners.set(ravi, on, () => undefined)
  const before = new Date(services.now().getTime() - DAY_MS)
  const opened = { since: before.toISOString(), openedAt: before.toISOString() }
  const id = await toldOrder(service, {
    ...{ account: asha?.id ?? '', state: 'open' },
    more: { deliveryOn: dayOf(before), delivery: { state: 'open', ...opened, rounds: [], steps: [] } },
  })
  const { page } = await phone({ language: 'hi' })
  await signIn(page, service, customer.email, words.hi)
  await page.goto(`/#/order-tracking/${id}`)
  await expect(page.getByRole('button', { name: hiOrders.edit.cancel })).toBeVisible()
  await deadline(service, id)
  await expect(page.getByRole('heading', { level: 1, name: hiOrders.state.failedTitle })).toBeVisible()
  await expect(page.getByText(hiOrders.failure.nobody).first()).toBeVisible()
  await expect(page.getByText(hiOrders.refund.due, { exact: true })).toBeVisible()
})

test('a partner who loses the role while delivering still completes the order, and an admin decides about the pay', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.hi, texts.hi]
  const { services } = service
  const imran = await partner(service, 'Imran Khan')
  const asha = await services.accounts.findByEmail(customer.email)
  const id = await awarded(service, asha?.id ?? '', imran.id, '302029')
  const { page, context } = await phone({ language: 'hi' })
  await onDuty(page, service, imran.email, say, text)
  await deliverOffline(page, context, text)
  expect(await services.takenRoles.take({ by: 'desk', account: imran.id, reason: 'Complaints' })).toBe('taken')
  await services.sweep.sweepNow()
  const stateOf = async () => (await services.orderRecords.store.read(orderId(id)))?.delivery.state
  await openNow(service, id)

  await context.setOffline(false)
  await expect(page.getByText(hiShell.sync.signedOut_other.replace('{{count}} ', '')).first()).toBeVisible()
  await signIn(page, service, imran.email, say)
  await expect.poll(stateOf).toBe('delivered')
  await page.goto('/#/driver/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: hiGuard.partners })).toBeVisible()
  await services.sweep.sweepNow()
  expect(await services.earnings.of(imran.id)).toMatchObject([{ kind: 'delivered', held: true }])
  expect((await services.orderRecords.store.read(orderId(id)))?.items).toMatchObject([{ what: 'story', holds: true }])
})

test('a partner whose session ends while carrying goes on, and what was saved is sent after the next login', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.en, texts.en]
  const { services } = service
  const imran = await partner(service, 'Imran Khan')
  const asha = await services.accounts.findByEmail(customer.email)
  const id = await awarded(service, asha?.id ?? '', imran.id, '302027')
  const { page } = await phone()
  await onDuty(page, service, imran.email, say, text)
  await page.getByRole('button', { name: text.move.pickedUp, exact: true }).click()
  // Until then, the step is perhaps not shown as saved yet.
  await expect
    .poll(async () => (await services.orderRecords.store.read(orderId(id)))?.delivery.state)
    .toBe('on_the_way')
  await expect(page.getByText(beginOf(text.move.saved))).toBeHidden()
  await services.sessions.revokeAll(imran.id)
  await page.getByRole('button', { name: text.move.delivered, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: text.handedTo.recipient }).press('Enter')
  await expect(page.getByText(text.move.nothingLeft)).toBeVisible()
  await expect(page.getByText(text.move.savedSignedOut.split('{{time}}')[1] ?? '')).toBeVisible()
  await expect(page.getByText(enShell.sync.signedOut_one.replace('{{count}}', '1')).first()).toBeVisible()
  expect(await services.earnings.of(imran.id)).toEqual([])

  await signIn(page, service, imran.email)
  await page.goto('/#/driver/dashboard')
  await expect(page.getByText(text.current.none)).toBeVisible()
  await expect.poll(async () => (await services.earnings.of(imran.id)).length).toBe(1)
})

test('a partner takes a new version, and delivers with it without a network', async ({ release, phone }) => {
  const [say, text] = [words.en, texts.en]
  const { service } = release
  const imran = await partner(service, 'Imran Khan')
  const asha = await partner(service, 'Asha Rathore')
  await awarded(service, asha.id, imran.id, '302025')
  const { page, context } = await phone({ baseURL: service.url, storesApp: true })
  await onDuty(page, service, imran.email, say, text)
  await readyOffline(page)
  await release.change('assets/driver-dashboard.js', (code) => `document.documentElement.dataset.next = 'yes';${code}`)
  await nextVersion(page)
  await page.getByRole('button', { name: enShell.worker.updateNow }).click()
  await expect(page.locator('html[data-next]')).toHaveCount(1)
  await expect.poll(() => isStored(page, 'driver-dashboard')).toBe(true)
  await context.setOffline(true)
  const next = await openedAgain(context, page)
  await expect(next.locator('html[data-next]')).toHaveCount(1)
  await deliverOffline(next, context, text)
  await context.setOffline(false)
  await expect(next.getByText(text.current.none)).toBeVisible()
  await expect.poll(async () => (await service.services.earnings.of(imran.id)).length).toBe(1)
})
