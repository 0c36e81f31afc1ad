import { ulid } from 'ulid'
import { bulkConversation, orderConversation, supportConversation } from '#model'
import enRefusals from '../../src/i18n/locales/en/refusals.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { posted, showsInterest, supplier } from '../bulk/bulk-steps.ts'
import { signIn } from '../customer-steps.ts'
import { awarded, endDuties, partner } from '../deliveries/partner-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import {
  anyBadge,
  badge,
  expectSameOrder,
  field,
  like,
  log,
  openConversation,
  openedAgain,
  send,
  somebody,
  texts,
  write,
} from './conversation-steps.ts'

test.afterEach(({ service }) => endDuties(service))

test('a customer with two phones and a partner write while one of them is offline and pages are closed, and all screens end the same', async ({
  service,
  customer,
  phone,
}) => {
  const [en, hi] = [texts.en, texts.hi]
  const imran = await partner(service, 'Imran Khan')
  const asha = await service.services.accounts.findByEmail(customer.email)
  const order = await awarded(service, asha?.id ?? '', imran.id, '302031')
  const key = orderConversation(order, imran.id)
  const [first, second, partners] = [
    await phone({ storesApp: true }),
    await phone({ storesApp: true }),
    await phone({ language: 'hi', storesApp: true }),
  ]
  await signIn(first.page, service, customer.email)
  await signIn(second.page, service, customer.email)
  await signIn(partners.page, service, imran.email, words.hi)
  await openConversation(first.page, key, en, { offline: true })
  await openConversation(partners.page, key, hi, { offline: true })
  await write(first.page, 'Please ring twice', en)
  await expect(log(partners.page, hi).getByText('Please ring twice')).toBeVisible()
  await expect(log(first.page, en).getByText(like(en.state.seen))).toBeVisible()

  // The customer is offline, and closes the page.
  await first.context.setOffline(true)
  await write(first.page, 'The lift is broken', en)
  await expect(log(first.page, en).getByText(like(en.state.saved))).toBeVisible()
  await write(partners.page, 'फूल मेरे पास हैं', hi)
  await expect(badge(second.page, en, 1)).toBeVisible()
  await openConversation(second.page, key, en, { offline: true })
  await write(second.page, 'Thank you', en)
  const again = await openedAgain(first.context, first.page, key)
  await expect(log(again, en).getByText(like(en.state.saved))).toBeVisible()
  await expect(log(partners.page, hi).getByText('Thank you')).toBeVisible()
  await first.context.setOffline(false)
  const soFar = ['Please ring twice', 'फूल मेरे पास हैं', 'Thank you', 'The lift is broken']
  await expectSameOrder(
    [
      { page: again, text: en },
      { page: second.page, text: en },
      { page: partners.page, text: hi },
    ],
    soFar,
  )

  // A phone's keyboard takes half of the height: the end of the list stays in sight.
  await again.setViewportSize({ width: 360, height: 420 })
  await expect(log(again, en).getByText('The lift is broken')).toBeInViewport({ ratio: 1 })
  await again.setViewportSize({ width: 360, height: 800 })

  // The partner is offline, and closes the page.
  await partners.context.setOffline(true)
  await write(partners.page, 'मैं गेट पर हूँ', hi)
  const partnerAgain = await openedAgain(partners.context, partners.page, key)
  await expect(log(partnerAgain, hi).getByText('मैं गेट पर हूँ', { exact: true })).toBeVisible()
  await write(second.page, 'Third floor', en)
  const secondAgain = await openedAgain(second.context, second.page, key)
  await expect(log(again, en).getByText('Third floor')).toBeVisible()
  await partners.context.setOffline(false)
  await expectSameOrder(
    [
      { page: again, text: en },
      { page: secondAgain, text: en },
      { page: partnerAgain, text: hi },
    ],
    [...soFar, 'Third floor', 'मैं गेट पर हूँ'],
  )
  for (const [page, text] of [
    [again, en],
    [secondAgain, en],
    [partnerAgain, hi],
  ] as const) {
    await page.goto(`/#${paths.about}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(anyBadge(page, text)).toHaveCount(0)
  }
})

test('a message that waited while its conversation was closed is refused with the reason, its text stays, and the writer turns to Mogra', async ({
  service,
  customer,
  phone,
}) => {
  const text = texts.en
  const florist = await supplier(service, 'Deccan Blooms', ['hyderabad'])
  const asha = await service.services.accounts.findByEmail(customer.email)
  const request = await posted(service, asha?.id ?? '', { city: 'hyderabad', quantity: 703 })
  await showsInterest(service, request, florist)
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await openConversation(page, bulkConversation(request, florist.id), text, { offline: true })
  await write(page, 'Do you have lilies?', text)
  await expect(log(page, text).getByText(like(text.state.confirmed))).toBeVisible()

  await context.setOffline(true)
  await write(page, 'And roses?', text)
  const { bulkRequests, sweep, now } = service.services
  const asked = { at: now().toISOString(), intent: ulid() }
  const withdrawn = await bulkRequests.withdrawInterest(`bulk:${request}`, asked, florist.id)
  expect(withdrawn).not.toHaveProperty('refused')
  await sweep.sweepNow()
  await context.setOffline(false)
  await expect(page.getByText(enRefusals.conversation_closed).first()).toBeVisible()
  await expect(log(page, text).getByText('And roses?', { exact: true })).toBeVisible()
  await expect(page.getByText(text.closed.bulk)).toBeVisible()
  await expect(field(page, text)).toHaveCount(0)

  await page.getByRole('button', { name: text.delete, exact: true }).press('Enter')
  await expect(log(page, text).getByText('And roses?', { exact: true })).toHaveCount(0)
  await expect(log(page, text).getByText('Do you have lilies?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: text.closed.action }).click()
  await expect(page).toHaveURL(new RegExp(`chat/${supportConversation(asha?.id ?? '')}`))
  await expect(field(page, text)).toBeVisible()
})

/** Texts that an attacker may write, and unusual ones that a friend may write. */
const HOSTILE = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  '<b>bold</b> &lt;i&gt; {{name}} $t(chat:title)',
  'javascript:document.title=3',
  'a\u200bb\u2060c',
  '👨‍👩‍👧‍👦'.repeat(12),
  'שלום, नमस्ते',
] as const

test('markup, scripts, zero-width characters and families are shown as they were written, and what cannot be sent stays in the field', async ({
  service,
  customer,
  phone,
}) => {
  const text = texts.en
  const imran = await partner(service, 'Imran Khan')
  const asha = await service.services.accounts.findByEmail(customer.email)
  const order = await awarded(service, asha?.id ?? '', imran.id, '302033')
  const key = orderConversation(order, imran.id)
  const [{ page }, { page: partners }] = [await phone({ storesApp: true }), await phone({ storesApp: true })]
  await signIn(page, service, customer.email)
  await signIn(partners, service, imran.email)
  await openConversation(page, key, text)
  await openConversation(partners, key, text)
  for (const message of HOSTILE) {
    await send(page, message, text)
    await expect(field(page, text)).toHaveValue('')
  }
  for (const each of [page, partners]) {
    for (const message of HOSTILE)
      await expect.poll(async () => (await log(each, text).textContent())?.includes(message)).toBe(true)
    await expect(log(each, text).locator('script, b, img[src="x"]')).toHaveCount(0)
    await expect(log(each, text).locator('a[href^="javascript"]')).toHaveCount(0)
    expect(await each.title()).not.toMatch(/^[123]$/)
  }

  for (const [message, problem] of [
    ['invoice\u202efdp.exe', text.write.characters],
    ['a'.repeat(10_000), like(text.write.long)],
  ] as const) {
    await send(page, message, text)
    await expect(page.getByText(problem).first()).toBeVisible()
    await expect(field(page, text)).toHaveValue(message)
  }
})

test('links and phone numbers of a message can be tapped', async ({ service, phone }) => {
  const text = texts.en
  const kavya = await somebody(service, 'Kavya Menon')
  const { page } = await phone()
  await signIn(page, service, kavya.email)
  await openConversation(page, supportConversation(kavya.id), text)
  await send(page, 'See https://mogra.example/menu, or call +91 98290 11420.', text)
  await expect(log(page, text).getByRole('link', { name: 'https://mogra.example/menu' })).toHaveAttribute(
    'href',
    'https://mogra.example/menu',
  )
  await expect(log(page, text).locator('a[href="tel:+919829011420"]')).toBeVisible()
})
