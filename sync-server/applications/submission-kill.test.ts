import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationId, DOCUMENTS } from '#model'
import { buildApp } from '../app.ts'
import { openSweep } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { closeServices, openServices, type Services } from '../services.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { applicants, pictureOf } from './testing/applicants.ts'

const DAY_MS = 86_400_000
const WRITES = ['put', 'putAll', 'create', 'update', 'remove', 'createDatabase', 'destroyDatabase']

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(at) })
  // The processes of this test decide and tell themselves.
  await service.services.decider.stop()
})
afterAll(() => service.close())

const { driverForm, supplier, upload } = applicants(() => service)
type Form = ReturnType<typeof supplier> | ReturnType<typeof driverForm>

/** A form of somebody else each time, whose files are uploaded. */
async function formOf(who: string, n: number): Promise<Form> {
  const email = `killed.${who}${n}@example.com`
  const form: Form = who === 'driver' ? driverForm({ email }) : supplier({ email })
  const documents = who === 'driver' ? DOCUMENTS.driver.all : ['panCard']
  // The licence consists of several pieces.
  const bytesOf = (document: string) => pictureOf(document === 'license' ? 600 * 1024 : n)
  form.uploads = Object.fromEntries(
    await Promise.all(documents.map(async (one) => [one, await upload(form.id, bytesOf(one))])),
  )
  return form
}

/** The databases of a process that dies before its n-th write. */
function dyingAt(couch: Couch, n: number) {
  const life = { writes: 0, isDead: false }
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name)
        if (name === 'close') return async () => {}
        if (name === 'db') return (database: string) => mortal(couch.db(database))
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (WRITES.includes(String(name))) life.writes += 1
          life.isDead ||= life.writes >= n
          if (life.isDead) throw new Error('killed')
          return value.apply(from, args)
        }
      },
    })
  return { couch: mortal(couch), life }
}

/** A process that takes the submission and then tells what it has decided, until its end. */
async function process(form: object, n: number) {
  const { couch, life } = dyingAt(service.services.couch, n)
  const { settings, keys, now, outages } = service.services
  const services = await openServices({ settings, keys, now, outages, couch })
  const app = await buildApp(services, { logLevel: 'silent' })
  const answer = await app.inject({ method: 'POST', url: '/api/applications', payload: form })
  await openTelling(services, couch)()
  await app.close()
  await closeServices(services)
  return { status: answer.statusCode, isDead: life.isDead }
}

/** Sweeps as the holder of the lease does; nothing is thrown if the process dies. */
function openTelling({ applications, now }: Services, couch: Couch): () => Promise<void> {
  const sweep = openSweep({
    ...{ couch, kinds: [applications.kept], now, report: () => {} },
    underLease: (work) => work({ term: 1, step: (_, write) => write() }),
  })
  return () => sweep.sweepNow().catch(() => {})
}

async function outcome({ id, email, uploads }: Form) {
  const { applications, accounts, couch, kyc, uploads: kept } = service.services
  const [application, account] = [await applications.get(applicationId(id)), await accounts.findByEmail(email)]
  const mails = await couch.db('outbox').ids('mail:', 'mail:\uffff')
  return {
    state: application?.state ?? 'none',
    account: account && [account.registeredBy, account.application, account.id === application?.account],
    documents: (await kyc.list(id)).map(({ document }) => document).sort(),
    uploadsLeft: (await Promise.all(Object.values(uploads).map((one) => kept.look(kept.nameOf(one))))).filter(Boolean),
    mails: mails.filter((one) => one.includes(id)).map((one) => one.split(':')[1]),
  }
}

/** The ids of everything that belongs to applications. */
async function stored() {
  const { couch } = service.services
  const idsIn = async (database: string) =>
    (await couch.db(database).ids('', '\uffff')).filter((id) => !id.startsWith('_design/'))
  return (await Promise.all(['applications', 'kyc', 'uploads'].map(idsIn))).flat()
}

test.each([
  ['supplier', { documents: ['panCard'], mails: ['supplier-application', 'verification'], writes: 15, every: 1 }],
  // Each of the five documents is moved by five writes, so every seventh write is another one of them each time.
  [
    'driver',
    {
      documents: [...DOCUMENTS.driver.all].sort(),
      mails: ['driver-application', 'verification'],
      writes: 40,
      every: 7,
    },
  ],
])(
  'a %s’s submission that is killed before a write leaves one application or none, and a repeat completes it',
  async (who, expected) => {
    const { couch } = service.services
    const tellAll = openTelling(service.services, couch)
    // The demo has applications of its own.
    const before = await stored()
    const forms: Form[] = []
    for (let n = 1; ; n += expected.every) {
      const form = await formOf(who, n)
      forms.push(form)
      const { status, isDead } = await process(form, n)
      const alone = await outcome(form)
      await tellAll()
      const { documents, mails } = expected
      const whole = {
        ...{ state: 'unverified', documents, uploadsLeft: [], mails },
        account: [applicationId(form.id), form.id, true],
      }
      const left = await outcome(form)
      if (left.state === 'none') {
        // Nothing was promised, and nothing was made.
        expect([n, status, left]).toEqual([n, 500, { ...left, account: undefined, documents: [], mails: [] }])
      } else expect([n, left]).toEqual([n, whole])
      const url = `${service.url}/api/applications`
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(form) })).status).toBe(201)
      await tellAll()
      expect([n, await outcome(form)]).toEqual([n, whole])
      if (isDead) continue
      // No write of this process was left for a kill: it made all of them.
      expect([status, alone]).toEqual([201, whole])
      expect(n).toBeGreaterThan(expected.writes)
      break
    }

    // Nobody verified them: after seven days nothing is left, and no document without an application.
    const { accountDeletion, uploads } = service.services
    const orphan = await upload('01JDKILLED0000000000000000')
    at += 7 * DAY_MS + 60_000
    await tellAll()
    at += 4 * 60_000
    await tellAll()
    await accountDeletion.resume()
    at += 61_000
    await accountDeletion.resume()
    await uploads.sweep()
    for (const { email } of forms) expect(await service.services.accounts.findByEmail(email)).toBeUndefined()
    expect(await stored()).toEqual(before)
    expect(await uploads.look(uploads.nameOf(orphan))).toBeUndefined()
  },
  900_000,
)
