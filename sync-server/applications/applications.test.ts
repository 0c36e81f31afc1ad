import { ulid } from 'ulid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Application, ApplicationRow, applicationId } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import { buildApp } from '../app.ts'
import { closeServices, openServices } from '../services.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { ApplicationRecord } from './application-record.ts'
import { openApplications } from './applications.ts'
import { decideAbout } from './deciding.ts'
import { applicants, BANK_ACCOUNT, newBrowser, pictureOf } from './testing/applicants.ts'
import { readyApplication } from './testing/ready-application.ts'

const DAY_MS = 86_400_000

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(at) })
})
afterAll(() => service.close())

const { upload, driverForm, driver, supplier, request, submit, settle, mailsTo, codeTo, signInElsewhere } = applicants(
  () => service,
)

async function somebody(role: 'CUSTOMER' | 'PARTNER' | 'SUPPLIER' | 'ADMIN' = 'CUSTOMER') {
  people += 1
  const email = `somebody${people}@example.com`
  const account = { email, name: 'Asha Rao', role, phone: '+919829011499', verified: true }
  await service.services.accounts.create(account)
  return service.signIn(email)
}
async function recordOf(id: string): Promise<ApplicationRecord> {
  const found = await service.services.applications.get(applicationId(id))
  if (!found) throw new Error(`there is no application ${id}`)
  return found
}
async function accountOf(email: string): Promise<AccountRecord> {
  const found = await service.services.accounts.findByEmail(email)
  if (!found) throw new Error(`${email} has no account`)
  return found
}
const factOf = async (id: string, email: string) =>
  service.services.mailboxes.get<Application>((await accountOf(email)).mailbox.name, applicationId(id))
async function rows() {
  const { feeds, couch } = service.services
  const [feed] = await feeds.listedFor({ role: 'ADMIN' })
  return couch.db(feed?.database ?? '').range<ApplicationRow>('application:', 'application:\uffff')
}
const rowOf = async (id: string) => (await rows()).find(({ _id }) => _id === applicationId(id))
const signIn = (browser: ReturnType<typeof newBrowser>, email: string, code: string) =>
  request(browser, 'POST', '/api/sessions', { email, code })

test('a visitor’s application makes an account, and waits for the code that is mailed', async () => {
  const form = await driver()
  const answer = await submit(form)
  expect(answer).toEqual({
    status: 201,
    body: {
      ...{ application: form.id, type: 'driver', state: 'unverified', email: form.email },
      ...{ at: expect.any(String), isMailLate: false },
    },
  })
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'unverified', documents: Object.keys(form.uploads) })
  expect(await accountOf(form.email)).toMatchObject({
    ...{ role: 'CUSTOMER', status: 'active', standing: 'pending_verification', city: 'jaipur', name: 'Ravi Kumar' },
    ...{ registeredBy: applicationId(form.id), application: form.id },
  })
  expect((await accountOf(form.email)).emailVerifiedAt).toBeUndefined()
  const subjects = mailsTo(form.email).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Verify your e-mail address for Mogra',
    'We have your delivery partner application',
  ])
  expect(await factOf(form.id, form.email)).toMatchObject({ applicationType: 'driver', state: 'unverified' })
  expect(await rowOf(form.id)).toBeUndefined()
})

test('an address that nobody has verified gets a mail without a word of what was typed', async () => {
  const [rider, grower] = [await driver({ name: 'Cheap loans' }), supplier({ businessName: 'Cheap loans' })]
  await submit(rider)
  await submit(grower)
  await settle()
  for (const { email } of [rider, grower])
    for (const mail of mailsTo(email)) expect(mail.text).not.toMatch(/Cheap loans|Meera|98290/)
  expect(mailsTo(grower.email)).toHaveLength(2)
})

test('the documents are moved to kyc, and the uploads are gone', async () => {
  const form = await driver({ bankAccount: '5010 0234-567 891', ifscCode: 'hdfc 0001234' })
  const picture = pictureOf(300 * 1024)
  form.uploads.license = await upload(form.id, picture)
  await submit(form)
  await settle()
  const { kyc, uploads } = service.services
  const found = await kyc.read(form.id, 'license')
  expect(found).toMatchObject({ type: 'image/jpeg', size: picture.length })
  const pieces: Buffer[] = []
  for await (const piece of found?.bytes ?? []) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(picture)).toBe(true)
  expect(await Promise.all(Object.values(form.uploads).map((one) => uploads.look(uploads.nameOf(one))))).toEqual(
    Array(5).fill(undefined),
  )
  // However it was typed, it is kept as the profile keeps it.
  expect(await kyc.bankOf((await recordOf(form.id)).account)).toEqual({ number: BANK_ACCOUNT, ifsc: 'HDFC0001234' })
})

test('the code, typed in the browser that applied, verifies the application and sets the password', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  await submit(form, browser)
  await settle()
  const answer = await signIn(browser, form.email, codeTo(form.email))
  expect(answer.status).toBe(200)
  expect(answer.body).not.toHaveProperty('unconfirmedApplication')
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'pending_verification', isConfirmed: true })
  expect(await recordOf(form.id)).not.toHaveProperty('password')
  expect(await factOf(form.id, form.email)).toMatchObject({ state: 'pending_verification' })
  const row = await rowOf(form.id)
  expect(v.safeParse(ApplicationRow, row).issues).toBeUndefined()
  expect(row).toMatchObject({ name: 'Ravi Kumar', city: 'jaipur', vehicleNumber: 'RJ14 AB 1234', isIncomplete: false })
  expect(mailsTo(form.email).map(({ subject }) => subject)).not.toContain('Welcome to Mogra')
  const byPassword = await request(newBrowser(), 'POST', '/api/sessions', { email: form.email, password: 'sunflower' })
  expect(byPassword.status).toBe(200)
})

test('the longest password that is taken opens the account', async () => {
  const password = 'x'.repeat(200)
  const [form, browser] = [supplier({ password }), newBrowser()]
  expect((await submit(form, browser)).status).toBe(201)
  await settle()
  expect((await signIn(browser, form.email, codeTo(form.email))).status).toBe(200)
  expect((await request(newBrowser(), 'POST', '/api/sessions', { email: form.email, password })).status).toBe(200)
})

test('the link of the mail does the same in the browser that applied', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  await submit(form, browser)
  await settle()
  const link = mailsTo(form.email)
    .map(({ text }) => text.match(/verify-email\?(\S+)/)?.[1])
    .find((one) => one !== undefined)
  const token = new URLSearchParams(link).get('token')
  expect((await request(newBrowser(), 'POST', '/api/verifications', { token })).status).toBe(200)
  expect(await recordOf(form.id)).toMatchObject({ state: 'unverified' })
  expect((await request(browser, 'POST', '/api/verifications', { token })).status).toBe(200)
  expect(await recordOf(form.id)).toMatchObject({ state: 'pending_verification' })
})

test('the same content again gets the same answer, and the cookie that a lost answer did not bring', async () => {
  const [form, second] = [await driver(), newBrowser()]
  const first = newBrowser()
  const answer = await submit(form, first)
  expect(await submit(form, second)).toEqual(answer)
  await settle()
  expect(await submit(form, second)).toEqual(answer)
  expect(second.cookies.applied).toBe(first.cookies.applied)
  await settle()
  expect(mailsTo(form.email)).toHaveLength(2)
  // Other content under the same id is another application, and brings no cookie.
  const third = newBrowser()
  const other = await submit({ ...form, name: 'Mallory' }, third)
  expect([other.status, other.body.error, third.cookies.applied]).toEqual([409, 'already_applied', undefined])
})

test('a browser that missed the answer and sends changed content is refused, and can still enter the code', async () => {
  const [form, browser] = [supplier({ secret: 'a1'.repeat(16) }), newBrowser()]
  expect((await submit(form)).status).toBe(201)
  await settle()
  const changed = await submit({ ...form, address: '13 Mandi Road, Jaipur', password: 'jasmine' }, browser)
  expect([changed.status, changed.body.error]).toEqual([409, 'already_applied'])
  const current = await request(browser, 'GET', '/api/applications/current')
  expect(current.body).toMatchObject({ application: form.id, state: 'unverified', email: form.email })
  expect((await signIn(browser, form.email, codeTo(form.email))).body).not.toHaveProperty('unconfirmedApplication')
  expect(await recordOf(form.id)).toMatchObject({ state: 'pending_verification', isConfirmed: true })
  expect(await recordOf(form.id)).not.toHaveProperty('secretHash')
  expect(await accountOf(form.email)).toMatchObject({ hasPassword: true })
})

test.each([undefined, 'b2'.repeat(16)])('another secret than the browser’s (%s) brings no cookie', async (secret) => {
  const [form, stranger] = [supplier({ secret: 'a1'.repeat(16) }), newBrowser()]
  await submit(form)
  expect((await submit({ ...form, address: '13 Mandi Road, Jaipur', secret }, stranger)).status).toBe(409)
  expect(stranger.cookies.applied).toBeUndefined()
})

test('a stranger who applies with somebody’s e-mail and a password gains nothing by that person’s sign-in', async () => {
  const [form, owner, stranger] = [await driver({ name: 'Mallory' }), newBrowser(), newBrowser()]
  await submit(form, stranger)
  await settle()
  at += 61_000
  const answer = await signInElsewhere(owner, form.email)
  expect(answer.body.unconfirmedApplication).toEqual({ application: form.id, type: 'driver', at: expect.any(String) })
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'unverified' })
  const byPassword = () => request(newBrowser(), 'POST', '/api/sessions', { email: form.email, password: 'sunflower' })
  expect((await byPassword()).status).toBe(401)
  // The stranger cannot answer for the owner.
  const mine = `/api/applications/${form.id}/mine`
  expect((await request(stranger, 'POST', mine, { mine: true })).status).toBe(401)
  const no = await request(owner, 'POST', mine, { mine: false })
  expect([no.status, no.body.state]).toEqual([200, 'discarded'])
  expect((await request(owner, 'POST', mine, { mine: false })).status).toBe(200)
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'discarded', email: '', phone: '', documents: [] })
  expect(await recordOf(form.id)).not.toHaveProperty('form')
  const account = await accountOf(form.email)
  const { kyc } = service.services
  expect([await kyc.list(form.id), await kyc.bankOf(account.id)]).toEqual([[], undefined])
  expect(account).toMatchObject({ role: 'CUSTOMER', name: '' })
  for (const field of ['phone', 'city', 'standing', 'application', 'hasPassword'])
    expect(account).not.toHaveProperty(field)
  expect((await byPassword()).status).toBe(401)
  expect((await request(owner, 'GET', '/api/sessions/current')).body).not.toHaveProperty('unconfirmedApplication')
  expect(await factOf(form.id, form.email)).toMatchObject({ state: 'discarded' })
})

test('a discarded application that is told once more leaves the bank account of a later one', async () => {
  const [form, owner] = [await driver(), newBrowser()]
  await submit(form)
  await settle()
  at += 61_000
  await signInElsewhere(owner, form.email)
  await request(owner, 'POST', `/api/applications/${form.id}/mine`, { mine: false })
  await settle()
  const { applications, kyc } = service.services
  const account = await accountOf(form.email)
  const later = await readyApplication(service.services, account)
  await kyc.setBank(account.id, { number: '60200999999999' })
  const decision = { by: 'an-admin', at: new Date(at).toISOString(), decision: 'approved' } as const
  await decideAbout(applications.kept.store, later.id, { ...decision, version: later.version })
  await settle()
  const { version } = await recordOf(form.id)
  await applications.kept.store.note(applicationId(form.id), (doc) => ({ ...doc, told: version - 1, nextAt: '0' }))
  await settle()
  expect((await recordOf(form.id)).told).toBe(version)
  expect(await accountOf(form.email)).toMatchObject({ role: 'PARTNER' })
  expect(await kyc.bankOf(account.id)).toEqual({ number: '60200999999999' })
})

test('anyone who signs in elsewhere and did apply is verified, without the password that was typed at first', async () => {
  const [form, elsewhere] = [await driver(), newBrowser()]
  await submit(form)
  await settle()
  at += 61_000
  await signInElsewhere(elsewhere, form.email)
  const yes = await request(elsewhere, 'POST', `/api/applications/${form.id}/mine`, { mine: true })
  expect([yes.status, yes.body.state]).toEqual([200, 'pending_verification'])
  expect(await accountOf(form.email)).not.toHaveProperty('hasPassword')
  const no = await request(elsewhere, 'POST', `/api/applications/${form.id}/mine`, { mine: false })
  expect([no.status, no.body.error]).toEqual([409, 'already_answered'])
})

test('a code that is typed before the documents are moved counts', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  const { sweep } = service.services
  const { sweepSoon } = sweep
  sweep.sweepSoon = () => {}
  await submit(form, browser)
  expect(await recordOf(form.id)).toMatchObject({ state: 'incoming' })
  await signInElsewhere(browser, form.email)
  sweep.sweepSoon = sweepSoon
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'pending_verification' })
  expect(await accountOf(form.email)).toMatchObject({ hasPassword: true })
})

test('a signed-in customer applies with the account’s name, e-mail and phone, without a code', async () => {
  const me = await somebody()
  const browser = newBrowser(me)
  const form = await driver({ name: 'Other', email: 'other@example.com', phone: '1' })
  const answer = await submit(form, browser)
  expect(answer).toMatchObject({ status: 201, body: { state: 'pending_verification', email: me.account.email } })
  await settle()
  expect(await recordOf(form.id)).toMatchObject({
    ...{ account: me.account.id, state: 'pending_verification', email: me.account.email, phone: '+919829011499' },
    form: { name: 'Asha Rao' },
  })
  expect(await recordOf(form.id)).not.toHaveProperty('password')
  expect((await rowOf(form.id))?.state).toBe('pending_verification')
  expect(mailsTo(me.account.email).map(({ subject }) => subject)).toContain('We have your delivery partner application')
  expect(browser.cookies.applied).toBeUndefined()
  const current = await request(browser, 'GET', '/api/applications/current')
  expect(current.body).toMatchObject({ application: form.id, state: 'pending_verification' })
})

test.each(['PARTNER', 'SUPPLIER', 'ADMIN'] as const)('a %s has a role, and is told which', async (role) => {
  const answer = await submit(supplier(), newBrowser(await somebody(role)))
  expect(answer).toMatchObject({ status: 403, body: { error: 'has_role', role } })
})

test('a bank account that a killed process did not store is stored by the repeat, also after the approval', async () => {
  const me = await somebody()
  const [form, browser] = [await driver(), newBrowser(me)]
  const { applications, kyc } = service.services
  const { setBank } = kyc
  kyc.setBank = () => Promise.reject(new Error('killed'))
  expect((await submit(form, browser)).status).toBe(500)
  kyc.setBank = setBank
  await settle()
  const { _id, version } = await recordOf(form.id)
  const decision = { by: 'an-admin', at: new Date(at).toISOString(), decision: 'approved' } as const
  await decideAbout(applications.kept.store, _id, { ...decision, version })
  await settle()
  expect(await kyc.bankOf(me.account.id)).toBeUndefined()
  expect(await submit(form, browser)).toMatchObject({ status: 201, body: { state: 'approved' } })
  expect(await kyc.bankOf(me.account.id)).toEqual({ number: BANK_ACCOUNT, ifsc: 'HDFC0001234' })
  expect(await accountOf(me.account.email)).toMatchObject({ role: 'PARTNER', bankAccountEnds: '7891' })

  await kyc.setBank(me.account.id, { number: '60200999999999' })
  expect((await submit(form, browser)).status).toBe(201)
  expect(await kyc.bankOf(me.account.id)).toEqual({ number: '60200999999999' })
})

test('a person has one open application', async () => {
  const browser = newBrowser(await somebody())
  expect((await submit(supplier(), browser)).status).toBe(201)
  expect(await submit(supplier(), browser)).toMatchObject({ status: 409, body: { error: 'already_applied' } })
  const [visitor, form] = [newBrowser(), supplier()]
  await submit(form, visitor)
  const again = supplier({ email: form.email })
  expect(await submit(again, visitor)).toMatchObject({ status: 409, body: { error: 'already_applied' } })
  expect(await submit(again)).toMatchObject({ status: 409, body: { error: 'email_taken' } })
})

test('of two applications of one person at once on two instances, one is open', async () => {
  const { settings, keys, now, outages, couch } = service.services
  const second = await openServices({ settings, keys, now, outages, couch: { ...couch, close: async () => {} } })
  const secondApp = await buildApp(second, { logLevel: 'silent' })
  const apply = async (email: string, cookie = '') => {
    const forms = [supplier({ email }), supplier({ email })]
    const answers = await Promise.all(
      forms.map((payload, n) =>
        (n === 0 ? service.app : secondApp).inject({
          ...{ method: 'POST', url: '/api/applications', payload, headers: { cookie } },
        }),
      ),
    )
    await settle()
    const found = await Promise.all(forms.map(({ id }) => service.services.applications.get(applicationId(id))))
    const open = found.flatMap((one) => (one && one.state !== 'discarded' ? [one] : []))
    return { statuses: answers.map(({ statusCode }) => statusCode).toSorted(), open }
  }
  for (const n of [1, 2, 3]) {
    const email = `twice${n}@example.com`
    const { statuses, open } = await apply(email)
    expect([statuses, open.map(({ state }) => state)]).toEqual([[201, 409], ['unverified']])
    // The one that lost leaves nothing in the account of the other.
    const facts = await couch.db((await accountOf(email)).mailbox.name).ids('application:', 'application:\uffff')
    expect(facts).toEqual(open.map(({ _id }) => _id))
  }
  const { statuses, open } = await apply('', (await somebody()).cookie)
  expect([statuses, open.map(({ state }) => state)]).toEqual([[201, 409], ['pending_verification']])
  await secondApp.close()
  await closeServices(second)
})

test('an e-mail address that has an account belongs to its owner, who must sign in', async () => {
  const { account } = await somebody()
  const answer = await submit(await driver({ email: account.email }))
  expect([answer.status, answer.body.error]).toEqual([409, 'email_taken'])
})

test.each([
  [{ name: ' ' }, { name: 'required' }],
  [{ name: 'x'.repeat(201) }, { name: 'too_long' }],
  [{ email: undefined }, { email: 'required' }],
  [{ email: 'ravi' }, { email: 'email_malformed' }],
  [{ city: 'Atlantis' }, { city: 'city_unknown' }],
  [{ vehicleType: 'horse' }, { vehicleType: 'invalid' }],
  [{ password: 'short' }, { password: 'too_short' }],
  [{ password: 'x'.repeat(201) }, { password: 'too_long' }],
  [{ aadharNumber: '' }, { aadharNumber: 'required' }],
  [{ serviceRadius: 7 }, { serviceRadius: 'invalid' }],
  [{ id: '../kyc' }, { id: 'invalid' }],
  [{ role: 'ADMIN' }, { role: 'unknown_field' }],
  [{ uploads: { license: '../../x' } }, { uploads: 'invalid' }],
  [{ type: 'admin' }, { type: 'type_unknown' }],
  [{ languages: ['klingon'] }, { languages: 'invalid' }],
])('a form with %j is refused with the reason', async (more, fields) => {
  const answer = await submit(driverForm(more))
  expect([answer.status, answer.body]).toEqual([422, { error: 'invalid', message: 'invalid', fields }])
})

test('a supplier without a city, and a body that is none, are refused with reasons', async () => {
  const answer = await submit(supplier({ citiesServed: [] }))
  expect(answer.body).toMatchObject({ error: 'invalid', fields: { citiesServed: 'required' } })
  expect((await submit([])).status).toBe(422)
})

test('a driver needs all five documents, and every upload must be complete', async () => {
  const form = await driver()
  const { photo: _, ...four } = form.uploads
  expect(await submit({ ...form, uploads: four })).toMatchObject({
    ...{ status: 422, body: { error: 'uploads_missing', fields: { photo: 'missing' } } },
  })
  const { uploads } = service.services
  const half = '0123456789abcdef0123456789abcdef'
  await uploads.begin(half, { application: form.id, size: 10 })
  const foreign = await upload(ulid())
  const answer = await submit({ ...form, uploads: { ...form.uploads, photo: half, pan: foreign } })
  expect(answer).toMatchObject({
    ...{ status: 422, body: { error: 'uploads_missing', fields: { photo: 'incomplete', pan: 'incomplete' } } },
  })
  expect((await submit(form)).status).toBe(201)
})

test('a supplier may apply without documents; the application is shown as incomplete', async () => {
  const form = supplier()
  await submit(form, newBrowser(await somebody()))
  await settle()
  expect(await rowOf(form.id)).toMatchObject({ businessName: 'Petal Farms', documents: [], isIncomplete: true })
})

test('during maintenance nobody applies', async () => {
  const { deskSettings } = service.services
  const change = async (maintenance: boolean) => {
    const { version } = await deskSettings.get()
    await deskSettings.change({ version, emailNotifications: true, autoApproval: false, maintenance }, 'admin')
  }
  await change(true)
  expect(await submit(supplier())).toMatchObject({ status: 503, body: { error: 'maintenance' } })
  await change(false)
  expect((await submit(supplier())).status).toBe(201)
})

test('an application that nobody verifies is gone after 7 days, with account, documents and numbers', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  await submit(form, browser)
  await settle()
  const { account } = await recordOf(form.id)
  at += 7 * DAY_MS - 1000
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'unverified' })
  // The deadline takes something away: it is judged only after people could reach the service for three minutes.
  at += 4 * 60_000
  await settle()
  at += 4 * 60_000
  await settle()
  const { accountDeletion, accounts, kyc, applications } = service.services
  at += 61_000
  await accountDeletion.resume()
  expect(await applications.get(applicationId(form.id))).toBeUndefined()
  expect(await accounts.findByEmail(form.email)).toBeUndefined()
  expect([await kyc.list(form.id), await kyc.bankOf(account)]).toEqual([[], undefined])
  expect(await request(browser, 'GET', '/api/applications/current')).toMatchObject({ status: 404 })
  // The address is free again.
  expect((await submit(await driver({ email: form.email }))).status).toBe(201)
})

test('the browser that applied may correct the address; the former code is worth nothing then', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  await submit(form, browser)
  await settle()
  const former = codeTo(form.email)
  const url = `/api/applications/${form.id}/email`
  const email = `right-${form.email}`
  expect((await request(newBrowser(), 'POST', url, { email })).status).toBe(404)
  const taken = (await somebody()).account.email
  expect(await request(browser, 'POST', url, { email: taken })).toMatchObject({
    status: 409,
    body: { error: 'email_taken' },
  })
  expect(await request(browser, 'POST', url, { email })).toMatchObject({
    status: 200,
    body: { email, state: 'unverified' },
  })
  await settle()
  at += 61_000
  await service.services.accountDeletion.resume()
  expect(await service.services.accounts.findByEmail(form.email)).toBeUndefined()
  expect((await signIn(browser, form.email, former)).status).toBe(404)
  expect((await signIn(browser, email, former)).status).toBe(401)
  expect((await signIn(browser, email, codeTo(email))).status).toBe(200)
  await settle()
  const found = await recordOf(form.id)
  expect(found).toMatchObject({ state: 'pending_verification', email, documents: Object.keys(form.uploads) })
  expect(found).not.toHaveProperty('formerAccount')
  expect(await service.services.kyc.bankOf(found.account)).toMatchObject({ number: BANK_ACCOUNT })
  expect((await request(browser, 'POST', url, { email: form.email })).status).toBe(404)
})

test.each(['the code', 'an answer'])('%s for the former address proves nothing of the corrected one', async (how) => {
  const [form, browser] = [await driver(), newBrowser()]
  await submit(form, browser)
  await settle()
  const email = `corrected-${form.email}`
  const { applications, couch } = service.services
  const { get } = applications
  /** Corrects the address when the application was read to compare its account, and before it is confirmed. */
  const correctAfterReading = () => {
    applications.get = async (id) => {
      applications.get = get
      const found = await get(id)
      await applications.correctEmail(id, email, { key: 'a stranger', isKnown: false })
      return found
    }
  }
  if (how === 'the code') {
    correctAfterReading()
    expect((await signIn(browser, form.email, codeTo(form.email))).status).toBe(200)
  } else {
    const owner = newBrowser()
    at += 61_000
    await signInElsewhere(owner, form.email)
    owner.cookies.applied = browser.cookies.applied ?? ''
    correctAfterReading()
    const answer = await request(owner, 'POST', `/api/applications/${form.id}/mine`, { mine: true })
    expect(answer).toMatchObject({ status: 404, body: { error: 'application_unknown' } })
  }
  expect(applications.get).toBe(get)
  await settle()
  const found = await recordOf(form.id)
  expect(found).toMatchObject({ state: 'unverified', isConfirmed: false, email })
  expect(await couch.db('credentials').get(`password:${found.account}`)).toBeUndefined()
  const byPassword = await request(newBrowser(), 'POST', '/api/sessions', { email, password: 'sunflower' })
  expect(byPassword.status).toBe(401)
})

test('after a correction, nothing that was typed stays with the owner of the wrong address', async () => {
  const [form, browser, owner] = [await driver(), newBrowser(), newBrowser()]
  await submit(form, browser)
  await settle()
  at += 61_000
  await signInElsewhere(owner, form.email)
  const email = `right-${form.email}`
  expect((await request(browser, 'POST', `/api/applications/${form.id}/email`, { email })).status).toBe(200)
  await settle()
  expect(await recordOf(form.id)).toMatchObject({ state: 'unverified', email })
  const former = await accountOf(form.email)
  expect(former.name).toBe('')
  for (const field of ['phone', 'city', 'standing', 'application']) expect(former).not.toHaveProperty(field)
  const { kyc } = service.services
  expect(await kyc.bankOf(former.id)).toBeUndefined()
  expect(await kyc.bankOf((await accountOf(email)).id)).toMatchObject({ number: BANK_ACCOUNT })
})

test.each(['nobody', 'the owner'])(
  'a correction that comes too late, because the address has an account, ends the account of the wrong one: %s uses it',
  async (user) => {
    const form = await driver()
    await submit(form)
    await settle()
    at += 61_000
    if (user === 'the owner') await signInElsewhere(newBrowser(), form.email)
    const { accounts, applications, accountDeletion, kyc } = service.services
    const former = await accountOf(form.email)
    const id = applicationId(form.id)
    const email = `late-${form.email}`
    expect(await applications.correctEmail(id, email, { key: 'a phone', isKnown: false })).toHaveProperty('doc')
    await accounts.create({ email, name: 'Owner', role: 'CUSTOMER', verified: true })
    await settle()
    expect(await recordOf(form.id)).toMatchObject({ state: 'discarded', discardedFor: 'email_taken' })
    expect([await kyc.list(form.id), await kyc.bankOf(former.id)]).toEqual([[], undefined])
    expect((await accountOf(email)).name).toBe('Owner')
    at += 61_000
    await accountDeletion.resume()
    const left = await accounts.findByEmail(form.email)
    if (user === 'nobody') expect(left).toBeUndefined()
    else {
      expect(left).toMatchObject({ id: former.id, name: '' })
      for (const field of ['phone', 'city', 'standing', 'application']) expect(left).not.toHaveProperty(field)
    }
  },
)

test('a correction that lands while the application is being confirmed leaves it to be confirmed', async () => {
  const form = await driver()
  await submit(form)
  await settle()
  const { services } = service
  const { account } = await recordOf(form.id)
  const email = `corrected-${form.email}`
  const confirming = openApplications({
    ...{ ...services, digests: services.applicationDigests },
    endAccount: async () => undefined,
    passwords: {
      // Called after the application was read, and before its confirmation is written.
      keep: async () => {
        await services.applications.correctEmail(applicationId(form.id), email, { key: 'a stranger', isKnown: false })
      },
    },
  })
  expect(await confirming.confirm(applicationId(form.id), { account, isSameBrowser: true })).toBeUndefined()
  expect(await recordOf(form.id)).toMatchObject({ isConfirmed: false, email })
})

test('an address is corrected three times at most', async () => {
  const [form, browser] = [supplier(), newBrowser()]
  await submit(form, browser)
  for (const n of [1, 2, 3, 4]) {
    await settle()
    const answer = await request(browser, 'POST', `/api/applications/${form.id}/email`, { email: `${n}${form.email}` })
    expect(answer.status).toBe(n < 4 ? 200 : 429)
  }
})

test('the same Aadhaar number is found in another application, though it is stored nowhere', async () => {
  const [one, other] = [await driver(), await driver({ aadharNumber: '2345-6789-0124' })]
  await submit(one)
  await submit(other)
  const { applications } = service.services
  expect(await applications.isAadhaarKnown(await recordOf(one.id))).toBe(true)
  const third = await driver({ aadharNumber: '9999 4105 7058' })
  await submit(third)
  expect(await applications.isAadhaarKnown(await recordOf(third.id))).toBe(false)
  expect((await recordOf(one.id)).form).toMatchObject({ aadhaarEnds: '0124', isAadhaarWellFormed: true })
})

test('a deleted account leaves neither application nor documents nor numbers', async () => {
  const me = await somebody()
  const browser = newBrowser(me)
  const form = await driver()
  await submit(form, browser)
  await settle()
  const exported = (await request(browser, 'GET', '/api/accounts/current/export')).body
  expect(exported.applications).toMatchObject([
    { type: 'driver', licenseNumber: 'RJ14 2019 0012345', aadhaarEnds: '0124' },
  ])
  expect(exported.documents).toMatchObject({ bankAccountEnds: '7891', files: Array(5).fill({ type: 'image/jpeg' }) })
  expect(JSON.stringify(exported.applications)).not.toMatch(/aadhaarHash|fingerprint|password/)
  const { accountDeletion, accounts, applications, kyc } = service.services
  const account = await accounts.get(me.account.id)
  if (account?.status !== 'active') throw new Error('it is gone already')
  await accountDeletion.begin(account)
  expect([await kyc.list(form.id), await kyc.bankOf(me.account.id)]).toEqual([[], undefined])
  expect(await recordOf(form.id)).toMatchObject({ state: 'discarded', email: '', phone: '' })
  await settle()
  expect(await rowOf(form.id)).toMatchObject({ closedAt: expect.any(String) })
  at += 61_000
  await accountDeletion.resume()
  expect(await applications.get(applicationId(form.id))).toBeUndefined()
})
