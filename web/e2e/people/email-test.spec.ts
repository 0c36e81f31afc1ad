import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'

const words = {
  en: { title: 'E-mail service test', available: 'Available', send: 'Send test e-mail', sent: 'on its way' },
  hi: { title: 'ई-मेल सेवा की जाँच', available: 'उपलब्ध', send: 'जाँच ई-मेल भेजें', sent: 'रास्ते में है' },
} as const

for (const language of inOneLanguage('en')) {
  test(`a requested test e-mail arrives (${language})`, async ({ service, phone }) => {
    const say = words[language]
    const { page, context } = await phone({ language })
    await page.goto('/#/email-test')
    await expect(page.getByRole('heading', { name: say.title, level: 1 })).toBeVisible()
    await expect(page.getByText(say.available, { exact: true })).toBeVisible()
    await expect(page.getByText('1.0.0', { exact: true })).toBeVisible()

    const to = `test.${language}@example.com`
    await page.getByRole('textbox').fill(to)
    await page.getByRole('button', { name: say.send }).click()
    await expect(page.getByText(say.sent)).toBeVisible()
    await expect.poll(() => service.mails().filter((mail) => mail.to === to).length).toBe(1)
    expect(service.mails().find((mail) => mail.to === to)?.text).toContain('/email-test')

    await context.setOffline(true)
    await expect(page.getByRole('button', { name: say.send })).toBeDisabled()
  })
}
