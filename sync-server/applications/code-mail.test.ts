import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mood, type OddSmtp, startOddSmtp } from '../email/testing/odd-smtp.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { applicants, newBrowser } from './testing/applicants.ts'

let smtp: OddSmtp
let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  smtp = await startOddSmtp()
  service = await startTestService({ logLevel: 'silent', now: () => new Date(at), env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await service.close()
  await smtp.close()
})

const { supplier, request, submit, settle } = applicants(() => service)

async function applied(mood: Mood) {
  const [form, browser] = [supplier(), newBrowser()]
  smtp.mood = mood
  await submit(form, browser)
  await settle()
  const mail = async () => (await request(browser, 'GET', '/api/applications/current')).body.mail
  return { form, browser, mail }
}

test('the applicant’s page hears that the code’s mail was sent', async () => {
  const { mail } = await applied('well')
  expect(await mail()).toBe('sent')
})

test('an address that the mail server refuses is told, and can be corrected', async () => {
  const { form, browser, mail } = await applied('refuses the recipient')
  expect(await mail()).toBe('refused')
  // Nobody else reads it.
  expect((await request(newBrowser(), 'GET', '/api/applications/current')).status).toBe(404)
  smtp.mood = 'well'
  const url = `/api/applications/${form.id}/email`
  expect((await request(browser, 'POST', url, { email: 'corrected@example.com' })).status).toBe(200)
  await settle()
  expect(await mail()).toBe('sent')
})

test('a mail that the server puts off is late, until it is sent', async () => {
  const { mail } = await applied('puts the recipient off')
  expect(await mail()).toBe('late')
  smtp.mood = 'well'
  at += 60_000
  await service.services.outbox.wake()
  expect(await mail()).toBe('sent')
})
