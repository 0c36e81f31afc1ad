import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DemoSmtp, startDemoSmtp } from './demo-smtp.ts'
import { type Mailer, MailRefused, openMailer } from './mailer.ts'

let smtp: DemoSmtp
let mailer: Mailer

beforeEach(async () => {
  smtp = await startDemoSmtp({ now: () => new Date('2026-11-21T06:00:00.000Z') })
  mailer = openMailer({ smtpUrl: smtp.url, from: 'Mogra <hello@mogra.example>' })
})
afterEach(async () => {
  mailer.close()
  await smtp.close()
})

const mail = {
  subject: 'नमस्ते',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<a@mogra.example>',
  givenUpAfterMs: 5000,
}

test('a mail arrives as it was written', async () => {
  await mailer.send({ ...mail, to: 'asha@example.com' })
  expect(smtp.mails()).toEqual([
    {
      to: 'asha@example.com',
      subject: 'नमस्ते',
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
      receivedAt: '2026-11-21T06:00:00.000Z',
    },
  ])
})

test('a subject with line breaks adds no header', async () => {
  await mailer.send({ ...mail, to: 'asha@example.com', subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nbody' })
  const [caught] = smtp.mails()
  expect(caught?.to).toBe('asha@example.com')
  expect(caught?.subject).toBe('Hi Bcc: victim@example.com body')
  expect(caught?.text).toBe('Hello\n')
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nRCPT TO:<b@example.com>',
  '<a@example.com>',
  'mailto:a@example.com',
  ' a@example.com',
  'nobody',
  '',
])('the invalid address %j is refused', async (to) => {
  await expect(mailer.send({ ...mail, to })).rejects.toThrow(MailRefused)
  expect(smtp.mails()).toEqual([])
})

test('the mail catcher keeps the newest 200', async () => {
  for (let i = 0; i < 205; i += 1) await mailer.send({ ...mail, to: 'asha@example.com', subject: `mail ${i}` })
  expect(smtp.mails().length).toBe(200)
  expect(smtp.mails()[0]?.subject).toBe('mail 204')
})
