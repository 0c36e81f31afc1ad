import { dayOf } from '#model'
import english from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import englishPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import hindi from '../../src/i18n/locales/hi/orders.json' with { type: 'json' }
import hindiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import { order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

test.afterEach(({ clock }) => clock.release())

const texts = { en: [english, englishPeople], hi: [hindi, hindiPeople] } as const

for (const language of inOneLanguage('hi'))
  test(`an order is changed offline and cancelled, a late change is refused, and another is tracked to its delivery (${language})`, async ({
    service,
    clock,
    customer,
    phone,
  }) => {
    test.setTimeout(300_000)
    const say = words[language]
    const [orders, { notices }] = texts[language]
    const { page, context } = await phone({ language, storesApp: true })
    const main = page.getByRole('main')
    const inCore = async () => {
      const id = page.url().match(/order-tracking\/(\w+)/)?.[1]
      const orders = service.services.couch.db('orders')
      return orders.get<{ status: string; confirmedAt: string; address: { name: string } }>(`order:${id}`)
    }
    const cancel = async () => {
      await main.getByRole('button', { name: orders.edit.cancel }).click()
      await page.getByRole('dialog').getByRole('button', { name: orders.edit.cancel }).click()
    }
    await signIn(page, service, customer.email, say)
    await readyOffline(page)

    // A stopped clock also stops the demo's simulated delivery.
    clock.hold()
    await order(page, 'red-roses', say)
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
    const arrives = new Date(Date.parse((await inCore())?.confirmedAt ?? '') + 3 * 3_600_000)
    const time = new Intl.DateTimeFormat(`${language}-IN`, { timeStyle: 'short', timeZone: 'Asia/Kolkata' })
    await expect(main.getByRole('heading', { level: 1 })).toContainText(time.format(arrives))
    await context.setOffline(true)
    await main.getByRole('link', { name: orders.edit.change }).click()
    await page.getByLabel(say.recipient).fill('Ravi Menon')
    await page.getByRole('button', { name: orders.edit.save }).click()
    await expect(main.getByText(orders.edit.changeSaved)).toBeVisible()
    await expect(main.getByText('Ravi Menon')).toBeVisible()
    expect((await inCore())?.address.name).toBe('Sunita Deshpande')
    await page.reload()
    await expect(main.getByText(orders.edit.changeSaved)).toBeVisible()
    await context.setOffline(false)
    await expect(main.getByText(orders.edit.changeSaved)).toBeHidden()
    await expect.poll(async () => (await inCore())?.address.name).toBe('Ravi Menon')

    await expect(main.getByRole('timer')).toHaveText(/^(30:00|2\d:\d\d)$/)
    await cancel()
    await expect(main.getByRole('heading', { name: orders.state.cancelledTitle })).toBeVisible()
    await expect(main.getByText(orders.state.cancelledText)).toBeVisible()
    expect((await inCore())?.status).toBe('cancelled')

    // The service has not yet received the intent that starts the simulated delivery.
    await page.route('**/health', (route) => route.abort())
    // For tomorrow: an order whose window has begun can be cancelled until a partner takes it.
    const tomorrow = dayOf(new Date(clock.now().getTime() + 86_400_000))
    const forTomorrow = async (step: string) => {
      if (step === 'delivery') await page.getByLabel(orders.checkout.delivery.date).fill(tomorrow)
    }
    await order(page, 'tulips', say, forTomorrow)
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
    await context.setOffline(true)
    await cancel()
    await expect(main.getByText(orders.edit.cancelSaved)).toBeVisible()
    clock.forward(31 * 60)
    await context.setOffline(false)
    await expect(main.getByText(orders.edit.cancelRefused)).toBeVisible()
    expect((await inCore())?.status).toBe('confirmed')
    await main.getByRole('button', { name: orders.edit.understood }).click()
    await expect(main.getByText(orders.edit.cancelRefused)).toBeHidden()

    // An order that is cancelled before it is sent is shown as cancelled by the customer.
    await context.setOffline(true)
    const followed = page.url()
    // Before midnight, the clock that was put forward has left today.
    await order(page, 'orchids', say, forTomorrow)
    await expect(main.getByRole('heading', { name: orders.stage.savedTitle })).toBeVisible()
    await main.getByRole('link', { name: orders.edit.change }).click()
    await page.getByLabel(say.recipient).fill('Ravi Menon')
    await page.getByRole('button', { name: orders.edit.save }).click()
    await expect(main.getByText('Ravi Menon')).toBeVisible()
    await cancel()
    await expect(main.getByRole('heading', { name: orders.state.cancellingTitle })).toBeVisible()
    await context.setOffline(false)
    await expect(main.getByRole('heading', { name: orders.state.cancelledTitle })).toBeVisible()
    await expect(main.getByText(orders.state.cancelledText)).toBeVisible()
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
    expect(await inCore()).toMatchObject({ status: 'cancelled', address: { name: 'Ravi Menon' } })
    await page.goto(followed)

    await page.unroute('**/health')
    await page.reload()
    const id = page.url().match(/order-tracking\/(\w+)/)?.[1]
    const isPlayed = () => service.services.couch.db('work').get(`timeline:${id}`)
    await expect.poll(isPlayed).toBeDefined()
    const step = main.getByRole('list', { name: orders.timeline.title }).locator('[aria-current=step]')
    // The notice appears on every screen.
    await page.goto('/#/browse')
    clock.forward(5)
    await expect(page.getByText(notices.kind['order-preparing'])).toBeVisible()
    await page.getByRole('button', { name: orders.notice.show }).click()
    await expect(page).toHaveURL(new RegExp(`order-tracking/${id}`))
    await expect(step).toContainText(orders.status.preparing)
    await expect(main.getByText(orders.partner.simulated)).toBeHidden()
    clock.forward(5)
    await expect(step).toContainText(orders.status.outForDelivery)
    await expect(main.getByText(orders.partner.simulated)).toBeVisible()
    clock.forward(5)
    await expect(main.getByRole('heading', { name: orders.state.deliveredTitle })).toBeVisible()
    await expect(main.getByText(orders.partner.simulated)).toBeHidden()
    await expect(main.getByText(orders.timeline.simulatedText)).toBeVisible()

    // The customer rates the delivery with the keyboard, and reports a broken flower, while the phone is offline.
    await context.setOffline(true)
    const stars = main.getByRole('group', { name: orders.rating.stars }).getByRole('radio')
    await stars.first().press('Space')
    for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
    await expect(stars.nth(3)).toBeChecked()
    await main.getByRole('button', { name: orders.rating.send }).press('Enter')
    await expect(main.getByText(orders.rating.saved)).toBeVisible()
    await main.getByRole('link', { name: orders.report.open }).click()
    await page.getByRole('button', { name: orders.report.send }).click()
    await expect(main.getByText(orders.report.missing)).toBeVisible()
    await page.getByLabel(orders.report.message).fill('Two tulips are broken')
    await page.getByRole('button', { name: orders.report.send }).click()
    await expect(main.getByText(orders.report.saved)).toBeVisible()
    await context.setOffline(false)
    await expect(main.getByRole('heading', { name: orders.report.done })).toBeVisible()
    const fourStars = orders.rating.star_other.replace('{{count}}', '4')
    await expect(main.getByText(orders.rating.done.replace('{{stars}}', fourStars), { exact: true })).toBeVisible()
    const ticket = (await main.getByText(/SUP\d+/).textContent())?.match(/SUP\w+/)?.[0] ?? '-'
    await expect.poll(() => service.mails().some(({ subject }) => subject.includes(ticket))).toBe(true)

    await page.goto('/#/order-history')
    await expect(main.getByRole('article').or(main.getByRole('listitem'))).toHaveCount(3)
    await main.getByRole('button', { name: orders.history.cancelled, exact: true }).click()
    await expect(main.getByText(say.redRoses)).toBeVisible()
    await expect(main.getByText(say.pinkTulips)).toBeHidden()
    await main.getByRole('button', { name: orders.history.delivered, exact: true }).click()
    await expect(main.getByText(say.pinkTulips)).toBeVisible()
    await expect(main.getByText(say.redRoses)).toBeHidden()
    await page.reload()
    await expect(main.getByText(say.pinkTulips)).toBeVisible()
    await expect(main.getByText(say.redRoses)).toBeHidden()
  })
