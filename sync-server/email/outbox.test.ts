import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type DemoSmtp, startDemoSmtp } from './demo-smtp.ts'
import type { Mail } from './mail.ts'
import { type Mailer, openMailer } from './mailer.ts'
import { type Outbox, openOutbox } from './outbox.ts'

let service: TestService
let smtp: DemoSmtp
let at = Date.parse('2026-11-21T06:00:00.000Z')
const now = () => new Date(at)
const opened: (Mailer | Outbox)[] = []

beforeAll(async () => {
  service = await startTestService({ now })
  // Outboxes of these tests send the mails, so the service's own is stopped.
  await service.services.outbox.stop()
})
beforeEach(async () => {
  smtp = await startDemoSmtp({ now })
})
afterEach(async () => {
  for (const one of opened.splice(0)) await ('close' in one ? one.close() : one.stop())
  await smtp.close()
})
afterAll(() => service.close())

const secrets = () => ({ code: service.services.loginCodes.reveal, token: async () => undefined })

function outboxTo(smtpUrl: string, mailer = openMailer({ smtpUrl, from: 'Mogra <hello@mogra.example>' })): Outbox {
  const outbox = openOutbox({ ...service.services, secrets: secrets(), mailer, now, report: () => {} })
  opened.push(outbox, mailer)
  return outbox
}

let codes = 0
type CodeMail = Extract<Mail, { kind: 'login-code' }> & { address: string }

/** A mail that can be sent, for an account that has asked for a code. */
async function codeMail(): Promise<CodeMail> {
  codes += 1
  const address = `mail${codes}@example.com`
  const account = await service.services.accounts.create({ email: address, name: 'Asha', role: 'CUSTOMER' })
  if (account === 'email_taken') throw new Error(account)
  const ref = await service.services.loginCodes.issue(account, { key: 'home', isKnown: false })
  const _id = `mail:login-code:${ref}` as const
  return { _id, kind: 'login-code', to: { account: account.id }, language: 'en', data: { name: 'Asha', ref }, address }
}
const post = async (outbox: Outbox, { address: _, ...mail }: CodeMail) => outbox.post(mail)
const stored = (mail: Mail) => service.services.couch.db('outbox').get<Record<string, unknown>>(mail._id)

test('a posted mail is sent once, however often it is posted', async () => {
  const outbox = outboxTo(smtp.url)
  outbox.start()
  const mail = await codeMail()
  await Promise.all([post(outbox, mail), post(outbox, mail), post(outbox, mail)])
  await post(outbox, mail)
  await outbox.wake()
  expect(smtp.mails().map(({ to }) => to)).toEqual([mail.address])
})

test('the outbox counts how many mails wait and how many are dead', async () => {
  const outbox = outboxTo('smtp://127.0.0.1:1')
  const before = await outbox.counts()
  const [waiting, dying, sent] = [await codeMail(), await codeMail(), await codeMail()]
  await post(outboxTo(smtp.url), sent)
  const sending = outboxTo(smtp.url)
  sending.start()
  await sending.wake()
  await sending.stop()
  for (const mail of [waiting, dying]) await post(outbox, mail)
  expect(await outbox.counts()).toEqual({ ...before, waiting: before.waiting + 2 })

  const db = service.services.couch.db('outbox')
  for (const status of ['leased', 'dead'])
    await db.update<object>(dying._id, (doc) => ({ ...doc, _id: dying._id, status }))
  expect(await outbox.counts()).toEqual({ waiting: before.waiting + 1, dead: before.dead + 1 })
  for (const mail of [waiting, dying]) await db.update<object>(mail._id, () => ({ _id: mail._id, _deleted: true }))
})

test('a sent mail keeps only the fact that it was sent', async () => {
  const outbox = outboxTo(smtp.url)
  outbox.start()
  const mail = await codeMail()
  await post(outbox, mail)
  await outbox.wake()
  const kept = await stored(mail)
  expect(kept).toMatchObject({ status: 'sent', attempts: 1, sentAt: now().toISOString() })
  expect(kept).not.toHaveProperty('data')
  expect(kept).not.toHaveProperty('to')
})

test('a mail posted before a crash is sent after the next start', async () => {
  const mail = await codeMail()
  await post(outboxTo('smtp://127.0.0.1:1'), mail)
  const outbox = outboxTo(smtp.url)
  outbox.start()
  await outbox.wake()
  expect(smtp.mails()[0]?.to).toBe(mail.address)
})

test('a mail whose sender was killed is sent again when its lease expires, with the same Message-ID', async () => {
  const ids: string[] = []
  const killed = Promise.withResolvers<void>()
  const dying: Mailer = {
    send: ({ messageId }) => {
      ids.push(messageId)
      killed.resolve()
      return new Promise(() => {})
    },
    isThere: async () => true,
    close: () => {},
  }
  const first = openOutbox({ ...service.services, secrets: secrets(), mailer: dying, now })
  first.start()
  const mail = await codeMail()
  await post(first, mail)
  await killed.promise

  const real = openMailer({ smtpUrl: smtp.url, from: 'Mogra <hello@mogra.example>' })
  const noting: Mailer = {
    ...real,
    send: async (one) => {
      ids.push(one.messageId)
      await real.send(one)
    },
  }
  const second = outboxTo(smtp.url, noting)
  second.start()
  await second.wake()
  expect(smtp.mails()).toEqual([])
  at += 91_000
  await second.wake()
  expect(smtp.mails().map(({ to }) => to)).toEqual([mail.address])
  expect(ids[0]).toBe(ids[1])
  expect(ids[0]).toMatch(/^<mail\.login-code\.[\w.-]+@mogra\.example>$/)
  await first.stop()
})

test('two instances send each mail once', async () => {
  const outboxes = [outboxTo(smtp.url), outboxTo(smtp.url)]
  const mails = await Promise.all(Array.from({ length: 8 }, codeMail))
  for (const mail of mails) await post(outboxTo(smtp.url), mail)
  for (const outbox of outboxes) outbox.start()
  await Promise.all(outboxes.map((outbox) => outbox.wake()))
  expect(
    smtp
      .mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(mails.map(({ address }) => address).sort())
})

test('while the mail server is down a mail is tried after 1, 5 and 30 minutes', async () => {
  const mail = await codeMail()
  const outbox = outboxTo('smtp://127.0.0.1:1')
  outbox.start()
  await post(outbox, mail)
  await outbox.wake()
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 5],
  ] as const) {
    const nextAt = new Date(at + minutes * 60_000).toISOString()
    expect(await stored(mail)).toMatchObject({ status: 'pending', attempts, nextAt })
    at += minutes * 60_000 - 1
    await outbox.wake()
    expect(await stored(mail)).toMatchObject({ attempts })
    at += 1
    await outbox.wake()
  }
  expect(await stored(mail)).toMatchObject({ attempts: 3, nextAt: new Date(at + 30 * 60_000).toISOString() })
  expect(JSON.stringify(await stored(mail))).not.toContain(mail.address)
})

test('a code that is no longer valid is not mailed', async () => {
  const mail = await codeMail()
  await post(outboxTo(smtp.url), mail)
  at += 600_000
  const outbox = outboxTo(smtp.url)
  outbox.start()
  await outbox.wake()
  expect(smtp.mails()).toEqual([])
  expect(await stored(mail)).toMatchObject({ status: 'dead' })
  expect(await outbox.retry(mail._id)).toBe(false)
  expect((await outbox.deadLetters()).map(({ id }) => id)).not.toContain(mail._id)
})

test('the list of dead letters reads neither recipients nor texts from the database', async () => {
  const { couch } = service.services
  const read: { _id: string }[] = []
  function db(name: string) {
    const store = couch.db(name)
    const find: typeof store.find = async <T extends object>(...asked: Parameters<typeof store.find>) => {
      const found = await store.find<T>(...asked)
      read.push(...found)
      return found
    }
    return { ...store, find }
  }
  const mail = { ...(await codeMail()), type: 'mail', status: 'dead', attempts: 9, postedAt: now().toISOString() }
  await couch.db('outbox').create(mail)
  const mailer = openMailer({ smtpUrl: smtp.url, from: 'Mogra <hello@mogra.example>' })
  const outbox = openOutbox({ ...service.services, couch: { ...couch, db }, secrets: secrets(), mailer, now })
  opened.push(mailer)
  expect((await outbox.deadLetters()).map(({ id }) => id)).toContain(mail._id)
  const found = read.find(({ _id }) => _id === mail._id)
  expect(Object.keys(found ?? {}).sort()).toEqual(['_id', 'attempts', 'kind', 'postedAt'])
})

test('a recipient whom the mail server refuses permanently is not tried again', async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outbox = outboxTo(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  outbox.start()
  const mail = await codeMail()
  await post(outbox, mail)
  await outbox.wake()
  expect(await stored(mail)).toMatchObject({ status: 'dead', attempts: 1 })
  expect(await stored(mail)).not.toHaveProperty('nextAt')
  await new Promise<void>((resolve) => server.close(resolve))
})
