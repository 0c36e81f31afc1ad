import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { Mail } from './mail.ts'
import { type Mailer, openMailer } from './mailer.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { type Mood, type OddSmtp, startOddSmtp } from './testing/odd-smtp.ts'

let service: TestService
let smtp: OddSmtp
let mailer: Mailer
let outbox: Outbox
let at = Date.parse('2026-11-21T06:00:00.000Z')
const now = () => new Date(at)
const secrets = { code: async () => undefined, token: async () => undefined }

beforeAll(async () => {
  service = await startTestService({ now })
  await service.services.outbox.stop()
})
beforeEach(async () => {
  smtp = await startOddSmtp()
  mailer = openMailer({ smtpUrl: smtp.url, from: 'Mogra <hello@mogra.example>', patienceMs: 300 })
  outbox = openOutbox({ ...service.services, secrets, mailer, now, report: () => {} })
  outbox.start()
  await outbox.wake()
})
afterEach(async () => {
  await outbox.stop()
  mailer.close()
  await smtp.close()
})
afterAll(() => service.close())

let mails = 0
async function post(): Promise<Mail['_id']> {
  mails += 1
  const _id = `mail:test:${mails}` as const
  await outbox.post({ _id, kind: 'test', to: `mail${mails}@example.com`, language: 'en', data: {} })
  await outbox.wake()
  return _id
}
const stored = (id: string) => service.services.couch.db('outbox').get<Record<string, unknown>>(id)
const messageId = (id: string) => `<${id.replaceAll(':', '.')}@mogra.example>`
async function later(minutes: number) {
  at += minutes * 60_000
  await outbox.wake()
}

test.each<Mood>(['silent', 'shut', 'puts the sender off', 'puts the recipient off', 'puts the mail off'])(
  'a mail server that is %s gets the mail a minute after it works again',
  async (mood) => {
    smtp.mood = mood
    const id = await post()
    expect(await stored(id)).toMatchObject({ status: 'pending', attempts: 1 })
    expect(smtp.taken).toEqual([])
    smtp.mood = 'well'
    await later(1)
    expect(smtp.taken).toEqual([messageId(id)])
    expect(await stored(id)).toMatchObject({ status: 'sent', attempts: 2 })
  },
)

test('a mail server that dies after DATA gets the mail again with the same Message-ID', async () => {
  smtp.mood = 'dies after DATA'
  const id = await post()
  expect(await stored(id)).toMatchObject({ status: 'pending', attempts: 1 })
  smtp.mood = 'well'
  await later(1)
  expect(smtp.taken).toEqual([messageId(id), messageId(id)])
  expect(await stored(id)).toMatchObject({ status: 'sent' })
})

test.each<Mood>(['refuses the recipient', 'refuses the mail'])(
  'a mail that the server %s is kept in the list of dead letters',
  async (mood) => {
    smtp.mood = mood
    const id = await post()
    smtp.mood = 'well'
    await later(60)
    expect(smtp.taken).toEqual([])
    const letters = await outbox.deadLetters()
    expect(letters.at(-1)).toEqual({
      ...{ id, kind: 'test', attempts: 1, postedAt: expect.any(String) },
      lastError: expect.stringMatching(/not now/),
    })
    expect(JSON.stringify(letters)).not.toContain('example.com')
  },
)

test('mails are late from the first failure until one is sent', async () => {
  expect(await outbox.isLate()).toBe(false)
  smtp.mood = 'shut'
  await post()
  expect(await outbox.isLate()).toBe(true)
  smtp.mood = 'well'
  await later(1)
  expect(await outbox.isLate()).toBe(false)
})

test('mails are late while the mail server takes long for one', async () => {
  smtp.mood = 'slow'
  const sent = post()
  await expect.poll(() => smtp.waiting()).toBe(1)
  expect(await outbox.isLate()).toBe(false)
  at += 11_000
  expect(await outbox.isLate()).toBe(true)
  smtp.letGo()
  const id = await sent
  expect(smtp.taken).toEqual([messageId(id)])
  expect(await stored(id)).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await outbox.isLate()).toBe(false)
})

test('a postponed or refused recipient does not make other mails late', async () => {
  for (const mood of ['puts the recipient off', 'refuses the recipient'] as const) {
    smtp.mood = mood
    await post()
    expect(await outbox.isLate()).toBe(false)
  }
  smtp.mood = 'well'
  await later(1)
})

test('mails are late when the oldest has been due for 30 s', async () => {
  await outbox.stop()
  await post()
  at += 29_000
  expect(await outbox.isLate()).toBe(false)
  at += 2_000
  expect(await outbox.isLate()).toBe(true)
  outbox.start()
  await outbox.wake()
  expect(await outbox.isLate()).toBe(false)
})

test.each(['shut', 'silent'] as const)(
  'the first successful mail brings forward the mails that found the server %s',
  async (mood) => {
    smtp.mood = mood
    const waiting = await post()
    await later(1)
    expect(await stored(waiting)).toMatchObject({ attempts: 2, nextAt: new Date(at + 5 * 60_000).toISOString() })
    smtp.mood = 'well'
    const next = await post()
    expect(smtp.taken).toEqual([messageId(next), messageId(waiting)])
  },
)

test('a mail server that was down gets the waiting mails when the next mail is sent', async () => {
  await smtp.close()
  const waiting = await post()
  smtp = await startOddSmtp({ port: Number(new URL(smtp.url).port) })
  const next = await post()
  expect(smtp.taken).toEqual([messageId(next), messageId(waiting)])
})

test('mails that found no mail server are sent when it is back, even without another mail', async () => {
  await outbox.stop()
  outbox = openOutbox({ ...service.services, secrets, mailer, now, lookMs: 50, report: () => {} })
  outbox.start()
  await smtp.close()
  const waiting = await post()
  smtp = await startOddSmtp({ port: Number(new URL(smtp.url).port) })
  await expect.poll(() => smtp.taken).toEqual([messageId(waiting)])
})

test('a mail whose connection broke waits for its normal retry, because it may have been sent', async () => {
  smtp.mood = 'dies after DATA'
  const doubtful = await post()
  smtp.mood = 'well'
  const next = await post()
  expect(smtp.taken).toEqual([messageId(doubtful), messageId(next)])
  await later(1)
  expect(smtp.taken).toEqual([messageId(doubtful), messageId(next), messageId(doubtful)])
})

test('a mail becomes dead after 24 hours without a mail server', async () => {
  smtp.mood = 'shut'
  const id = await post()
  for (let hours = 0; hours < 25; hours += 1) await later(60)
  expect(await stored(id)).toMatchObject({ status: 'dead' })
  expect((await outbox.deadLetters()).map((letter) => letter.id)).toContain(id)
})
