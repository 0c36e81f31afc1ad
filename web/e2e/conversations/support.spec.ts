import { ulid } from 'ulid'
import { supportConversation } from '#model'
import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { badge, like, log, openConversation, somebody, texts, write } from './conversation-steps.ts'

const desks = { en: enDesk, hi: hiDesk }

for (const language of ['en', 'hi'] as const)
  test(`a customer asks Mogra, an admin takes the question and answers it, and the customer sees the badge and the answer (${language})`, async ({
    service,
    phone,
  }) => {
    const [text, desk, say] = [texts[language], desks[language].tickets, words[language]]
    const name = language === 'en' ? 'Meera Iyer' : 'मीरा अय्यर'
    const meera = await somebody(service, name)
    const anita = await somebody(service, 'Anita Pillai', 'ADMIN')
    const key = supportConversation(meera.id)
    const { page } = await phone({ language })
    await signIn(page, service, meera.email, say)
    await page.goto(`/#${paths.chat}`)
    await page.getByRole('link', { name: new RegExp(text.mogra) }).click()
    await expect(page.getByText(text.empty.mogra)).toBeVisible()
    await write(page, 'Where are my tulips?', text)
    await expect(log(page, text).getByText(like(text.state.confirmed))).toBeVisible()

    const { page: admins } = await phone({ language })
    await signIn(admins, service, anita.email, say)
    await admins.goto(`/#${paths.admin}?tab=tickets`)
    await admins.locator('summary').filter({ hasText: name }).click()
    const row = admins.locator('details').filter({ hasText: name })
    await expect(row.getByRole('listitem').getByText('Where are my tulips?')).toBeVisible()
    // The admin has read it.
    await expect(log(page, text).getByText(like(text.state.seen))).toBeVisible()
    await row.getByRole('button', { name: desk.take, exact: true }).press('Enter')
    await expect(row.getByText(like(desk.takenByYou))).toBeVisible()

    await page.goto(`/#${paths.about}`)
    await row.getByLabel(desk.answer, { exact: true }).fill('They are on the way.')
    await row.getByRole('button', { name: desk.send, exact: true }).press('Enter')
    await expect(badge(page, text, 1)).toBeVisible()
    // The conversation no longer waits for an answer.
    await expect(admins.locator('summary').filter({ hasText: name })).toHaveCount(0)

    await openConversation(page, key, text)
    await expect(log(page, text).getByText('They are on the way.', { exact: true })).toBeVisible()
    await expect(badge(page, text, 1)).toHaveCount(0)
  })

test('what a customer asked on the support page is answered in the conversation with Mogra', async ({
  service,
  phone,
}) => {
  const text = texts.en
  const meera = await somebody(service, 'Meera Nair')
  const anita = await somebody(service, 'Anita Pillai', 'ADMIN')
  const { tickets, sweep, now } = service.services
  const asked = { ulid: ulid(), at: now().toISOString(), isIntent: false }
  const account = await service.services.accounts.get(meera.id)
  if (account?.status !== 'active') throw new Error('there is no account')
  const decided = await tickets.contact(asked, account, {
    ...{ name: 'Meera Nair', email: meera.email, category: 'general' },
    ...{ subject: 'Roses for a wedding', message: 'How many roses can you bring?' },
  })
  if ('refused' in decided) throw new Error(decided.refused)
  await sweep.sweepNow()

  const { page: admins } = await phone()
  await signIn(admins, service, anita.email)
  await admins.goto(`/#${paths.admin}?tab=tickets`)
  await admins.locator('summary').filter({ hasText: 'Roses for a wedding' }).click()
  const row = admins.locator('details').filter({ hasText: 'Roses for a wedding' })
  await row.getByLabel(enDesk.tickets.answer, { exact: true }).fill('As many as you like.')
  await row.getByRole('button', { name: enDesk.tickets.send, exact: true }).press('Enter')

  const { page } = await phone()
  await signIn(page, service, meera.email)
  await expect(badge(page, text, 1)).toBeVisible()
  await openConversation(page, supportConversation(meera.id), text)
  await expect(log(page, text).getByText('As many as you like.', { exact: true })).toBeVisible()
  await expect(log(page, text).getByText(text.log.ticket.replace('{{number}}', decided.doc.number))).toBeVisible()
})
