import { ulid } from 'ulid'
import careersEn from '../../src/i18n/locales/en/careers.json' with { type: 'json' }
import en from '../../src/i18n/locales/en/support.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/support.json' with { type: 'json' }
import { readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'

test('a customer applies for a job, and reads the answer on the phone and in the mail', async ({
  page,
  service,
  customer,
}) => {
  const { tickets, sweep } = service.services
  await signIn(page, service, customer.email)
  await page.goto('/#/careers')
  await page.getByText(en.jobs['city-lead']).click()
  await page.getByRole('link', { name: careersEn.apply }).click()
  await expect(page.getByLabel(en.form.subject)).toHaveValue('Application: City Operations Lead')
  await page.getByRole('textbox', { name: en.form.message }).fill('I know every florist in Jaipur.')
  await page.getByRole('button', { name: en.form.send }).click()
  const banner = page.getByText(en.form.sent, { exact: true })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('textbox', { name: en.form.message })).toHaveValue('')
  await expect(page.getByLabel(en.form.subject)).toHaveValue('')

  const own = page.getByRole('list', { name: en.messages.title })
  await expect(own.getByText(/^Received, /)).toBeVisible()
  await expect(banner).toBeHidden()
  const number = (await own.getByText(/SUP\d+/).textContent())?.match(/SUP\w+/)?.[0] ?? 'no number'
  const ticket = (await tickets.list()).find((one) => one.number === number)
  if (!ticket) throw new Error(`there is no ticket ${number}`)
  expect(ticket).toMatchObject({ category: 'general', job: 'city-lead', email: customer.email })
  const mail = await service.mailTo('support@mogra.example', ({ subject }) => subject.includes(number))
  expect(mail.text).toContain('every florist in Jaipur')

  const decision = { by: 'admin', at: new Date().toISOString(), intent: ulid(), version: ticket.version }
  await tickets.answer(ticket._id, decision, 'Let us talk on Monday.')
  await sweep.sweepNow()
  await expect(own.getByText(/^Answered, /)).toBeVisible()
  await own.getByText('Application: City Operations Lead').click()
  await expect(own.getByText('Let us talk on Monday.')).toBeVisible()
  await service.mailTo(customer.email, ({ text }) => text.includes('Let us talk on Monday.'))
})

test('a visitor without a network writes to support in Hindi, and the message arrives once there is one', async ({
  service,
  phone,
}) => {
  const { page, context } = await phone({ language: 'hi', storesApp: true })
  await page.goto('/#/support')
  await expect(page.getByRole('heading', { level: 1, name: hi.title })).toBeVisible()
  await readyOffline(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('link', { name: '+91 22 1555 0100' }).first()).toBeVisible()
  await page.getByRole('searchbox').fill('रद्')
  await page.getByText(hi.faq.items.change.question).click()
  await expect(page.getByText('30 मिनट')).toBeVisible()

  await page.getByLabel(hi.form.name).fill('सुनीता')
  await page.getByLabel(hi.form.email).fill('sunita@example.com')
  await page.getByLabel(hi.form.category).selectOption('delivery')
  await page.getByLabel(hi.form.subject).fill('कोटा में डिलीवरी')
  await page.getByLabel(hi.form.message).fill('क्या कल सुबह फूल पहुँच सकते हैं?')
  await page.getByRole('button', { name: hi.form.send }).click()
  await expect(page.getByText(hi.form.saved, { exact: true })).toBeVisible()
  const own = page.getByRole('list', { name: hi.messages.title })
  await expect(own.getByText(/^इस फ़ोन पर सहेजा गया, /)).toBeVisible()

  await context.setOffline(false)
  await expect(own.getByText(/^हमें मिल गया, /)).toBeVisible()
  const arrived = (await service.services.tickets.list()).filter(({ email }) => email === 'sunita@example.com')
  expect(arrived).toMatchObject([{ state: 'open', language: 'hi', category: 'delivery' }])
})
