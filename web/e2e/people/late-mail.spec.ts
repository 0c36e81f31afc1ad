import { join } from 'node:path'
import { type OddSmtp, startOddSmtp } from '../../../sync-server/email/testing/odd-smtp.ts'
import { startTestService } from '../../../sync-server/testing/test-service.ts'
import { test as base, expect } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

const test = base.extend<object, { smtp: OddSmtp }>({
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      const smtp = await startOddSmtp()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  /** The service sends its mails to that server. */
  service: [
    async ({ smtp }, use) => {
      const env = { SMTP_URL: smtp.url }
      const service = await startTestService({
        webFolder: join(import.meta.dirname, '../../dist'),
        env,
        logLevel: 'silent',
      })
      await use(service)
      await service.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

for (const { language, mood, late } of [
  { language: 'en', mood: 'shut', late: 'The mail is late' },
  { language: 'hi', mood: 'slow', late: 'ई-मेल में देर हो रही है' },
] as const)
  test(`while the mail server is ${mood} the screen says that the code is late, and later it arrives (${language})`, async ({
    smtp,
    customer,
    phone,
  }) => {
    const say = words[language]
    const { page } = await phone({ language })
    smtp.mood = mood
    await page.goto('/#/login')
    await page.getByLabel(say.email, { exact: true }).fill(customer.email)
    await page.getByRole('button', { name: say.sendCode }).click()
    await expect(page.getByLabel(say.code)).toBeVisible()
    const banner = page.getByRole('status').getByText(late)
    await expect(banner).toBeVisible({ timeout: 40_000 })
    expect(smtp.texts).toEqual([])

    smtp.mood = 'well'
    smtp.letGo()
    // The service checks every 30 s whether the mail server is available.
    await expect.poll(() => smtp.texts.length, { timeout: 45_000 }).toBe(1)
    await expect(banner).toHaveCount(0, { timeout: 30_000 })
    const [text = ''] = smtp.texts.splice(0)
    await page.getByLabel(say.code).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
    await page.getByRole('button', { name: say.verify }).click()
    await expect(page).toHaveURL(/#\/$/)
  })
