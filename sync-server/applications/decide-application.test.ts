import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account, Application, DecidedInstead, Notice, PayloadOf } from '#model'
import { type Desk, openDesk } from '../admin/testing/desk-calls.ts'
import { askedIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { decideAbout } from './deciding.ts'
import { type Ready, readyApplication } from './testing/ready-application.ts'

let service: TestService
let deciders: KillableDeciders
let desk: Desk
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  deciders = killableDeciders(service)
  desk = await openDesk(service)
})
afterAll(() => service.close())

async function somebody(): Promise<SignedIn> {
  people += 1
  const email = `applicant${people}@mogra.example`
  await service.services.accounts.create({ email, name: `Asha ${people}`, role: 'CUSTOMER', verified: true })
  return service.signIn(email)
}

async function applicant(wanted?: Parameters<typeof readyApplication>[2]) {
  const me = await somebody()
  return { me, ready: await readyApplication(service.services, me.account, wanted) }
}

async function decide(
  { ulid: application, version }: Ready,
  decision: Omit<PayloadOf<'decide-application'>, 'application' | 'version'>,
  by: SignedIn = desk,
) {
  const intent = askedIntentOf('decide-application', { application, version, ...decision })
  const asked = await deciders.push(intent, by)
  await service.services.decider.idle()
  return deciders.outcomeOf(asked, by)
}

const accountOf = async ({ account }: SignedIn) => {
  const record = await service.services.accounts.get(account.id)
  if (record?.status !== 'active') throw new Error('the account has ended')
  return record
}
const factOf = (me: SignedIn) => service.services.mailboxes.get<Account>(me.mailbox.name, 'account')
const noticesOf = ({ mailbox }: SignedIn) =>
  service.services.couch.db(mailbox.name).range<Notice>('notice:', 'notice:\uffff')
async function mailsTo({ account }: SignedIn) {
  await service.services.sweep.sweepNow()
  await service.services.outbox.wake()
  return service.mails().filter(({ to }) => to === account.email)
}
const subjectsTo = async (me: SignedIn) =>
  (await mailsTo(me)).map(({ subject }) => subject).filter((subject) => !/sign-in code/.test(subject))

test('an approved driver is a partner, with the vehicle on the account, and stays signed in', async () => {
  const { me, ready } = await applicant()
  expect(await decide(ready, { decision: 'approved' })).toMatchObject({ outcome: 'done' })
  const approved = {
    ...{ role: 'PARTNER', standing: 'approved', approvedAt: expect.any(String), city: 'jaipur' },
    ...{ vehicleType: 'bike', vehicleNumber: 'RJ14AB1234', serviceRadius: 10, emergencyContact: '+919829011421' },
    // An applicant who chose no language gets these.
    ...{ languages: ['hindi', 'english'], emailNotices: true, autoAccept: false },
  }
  expect(await accountOf(me)).toMatchObject({ ...approved, approvedBy: desk.account.id })
  expect(await accountOf(me)).not.toHaveProperty('application')
  expect(await factOf(me)).toMatchObject(approved)
  expect(await factOf(me)).not.toHaveProperty('approvedBy')
  const { app } = service
  const session = await app.inject({ url: '/api/sessions/current', headers: { cookie: me.cookie } })
  expect([session.statusCode, session.json().account.role]).toEqual([200, 'PARTNER'])
})

test('an approved supplier has the business on the account', async () => {
  const { me, ready } = await applicant({ type: 'wholesale_supplier' })
  expect(await decide(ready, { decision: 'approved' })).toMatchObject({ outcome: 'done' })
  expect(await factOf(me)).toMatchObject({
    ...{ role: 'SUPPLIER', businessName: 'Gulab Traders', contactPerson: 'Asha Rathore' },
    ...{ address: '14 Johari Bazaar, Jaipur', citiesServed: ['jaipur', 'delhi'] },
  })
})

test('an approved applicant gets a notice, a mail with the dashboard’s link, and the welcome of that type', async () => {
  const { me, ready } = await applicant()
  await decide(ready, { decision: 'approved' })
  expect(await noticesOf(me)).toMatchObject([{ kind: 'application-approved', subject: ready.id }])
  const mails = await mailsTo(me)
  const decision = mails.find(({ subject }) => subject === 'You are a Mogra delivery partner')
  expect(decision?.text).toContain('/driver/dashboard')
  const welcome = mails.find(({ subject }) => subject === 'Welcome to Mogra')
  expect(welcome?.text).toContain('Your partner account is ready')
})

test('a rejected applicant reads the reason on the devices and in a mail, and may apply again', async () => {
  const { me, ready } = await applicant()
  const reason = 'The licence has expired.\nPlease send the new one.'
  expect(await decide(ready, { decision: 'rejected', reason })).toMatchObject({ outcome: 'done' })
  expect(await noticesOf(me)).toMatchObject([{ kind: 'application-rejected', subject: ready.id }])
  const fact = await service.services.mailboxes.get<Application>(me.mailbox.name, ready.id)
  expect(fact).toMatchObject({ state: 'rejected', reason: expect.stringContaining('has expired') })
  const [mail] = (await mailsTo(me)).filter(({ subject }) => subject.startsWith('An update'))
  expect(mail?.text).toContain('The licence has expired')
  expect(await subjectsTo(me)).not.toContain('Welcome to Mogra')
  const record = await accountOf(me)
  expect(record).toMatchObject({ role: 'CUSTOMER', standing: 'rejected' })
  expect(record).not.toHaveProperty('application')

  const { form, phone } = (await service.services.applications.get(ready.id)) ?? {}
  if (!form || phone === undefined) throw new Error('the application is empty')
  const again = await service.services.applications.submit({
    ...{ ulid: ulid(), at: service.services.now().toISOString(), form, email: me.account.email, phone },
    ...{ language: 'en', uploads: {}, fingerprint: 'again', account: me.account.id },
  })
  expect(again).toMatchObject({ doc: { state: 'incoming' } })
})

test('nothing of a rejected applicant’s documents and numbers is kept', async () => {
  const { me, ready } = await applicant()
  const { couch, kyc } = service.services
  await kyc.setBank(me.account.id, { number: '50100123456789', ifsc: 'HDFC0001234' })
  await decide(ready, { decision: 'rejected', reason: 'No' })
  await service.services.sweep.sweepNow()
  const kept = JSON.stringify(await couch.db('kyc').range('', '\uffff'))
  expect(kept).not.toContain(ready.ulid)
  expect(kept).not.toContain('50100123456789')
  const record = JSON.stringify(await couch.db('applications').get(ready.id))
  for (const number of ['RJ1420180034567', 'BQZPS4821K', 'RJ14AB1234', '0642', 'hash of'])
    expect(record).not.toContain(number)
})

test('an approved partner’s bank account shows its last four digits', async () => {
  const { me, ready } = await applicant()
  await service.services.kyc.setBank(me.account.id, { number: '50100123456789', ifsc: 'HDFC0001234' })
  await decide(ready, { decision: 'approved' })
  expect(await factOf(me)).toMatchObject({ bankAccountEnds: '6789' })
  expect(JSON.stringify(await service.services.couch.db(me.mailbox.name).range('', '\uffff'))).not.toContain(
    '50100123456',
  )
})

test('of two admins at once one decides, and the other reads who, when and what', async () => {
  const other = await openDesk(service)
  const { ready } = await applicant()
  const [one, another] = await Promise.all([
    decide(ready, { decision: 'approved' }),
    decide(ready, { decision: 'rejected', reason: 'No' }, other),
  ])
  const refused = [one, another].filter((receipt) => receipt?.outcome === 'refused')
  expect(refused).toMatchObject([{ reason: 'already_decided' }])
  const { decision } = (await service.services.applications.get(ready.id)) ?? {}
  const stands: DecidedInstead = {
    ...{ by: desk.account.name, at: decision?.at ?? '', decision: decision?.decision ?? 'approved' },
  }
  expect(refused[0]?.result).toEqual(stands)
})

test('an unknown application, one that is not verified and one that has changed since are refused', async () => {
  const { ready } = await applicant()
  const { couch } = service.services
  expect(await decide({ ...ready, ulid: ready.ulid.replace(/.{4}$/, '0000') }, { decision: 'approved' })).toMatchObject(
    {
      outcome: 'refused',
      reason: 'application_unknown',
    },
  )
  expect(await decide({ ...ready, version: 7 }, { decision: 'approved' })).toMatchObject({
    reason: 'application_changed',
  })
  await couch.db('applications').update<{ _id: string }>(ready.id, (doc) => doc && { ...doc, state: 'unverified' })
  expect(await decide(ready, { decision: 'approved' })).toMatchObject({ reason: 'application_unknown' })
})

test('a decision that was pushed before the admin lost the role, and is decided after it, is refused', async () => {
  const former = await openDesk(service)
  const { me, ready } = await applicant()
  const intent = askedIntentOf('decide-application', { application: ready.ulid, version: 1, decision: 'approved' })
  const { decider } = service.services
  await decider.stop()
  const asked = await deciders.push(intent, former)
  // Another instance takes the role, so this one's memory of the account is a moment old.
  await service.services.accounts.get(former.account.id)
  await service.services.couch
    .db('accounts')
    .update<{ _id: string }>(`account:${former.account.id}`, (record) => record && { ...record, role: 'CUSTOMER' })
  await deciders.decideAll()
  expect(await deciders.outcomeOf(asked, former)).toMatchObject({ outcome: 'refused', reason: 'role_changed' })
  expect(await accountOf(me)).toMatchObject({ role: 'CUSTOMER' })
  await decider.start()
})

test('a role that was taken away later does not come back when the decision is told once more', async () => {
  const { me, ready } = await applicant()
  await decide(ready, { decision: 'approved' })
  const { accounts, applications, sweep } = service.services
  await accounts.change(me.account.id, { role: 'CUSTOMER' })
  await applications.kept.store.note(ready.id, (doc) => ({ ...doc, told: 1, nextAt: '0' }))
  await sweep.sweepNow()
  expect((await applications.get(ready.id))?.told).toBe(2)
  expect(await accountOf(me)).toMatchObject({ role: 'CUSTOMER' })
})

test('a rejection that is told once more leaves the bank account of a later application', async () => {
  const { me, ready } = await applicant()
  await decide(ready, { decision: 'rejected', reason: 'No' })
  const { applications, kyc, sweep } = service.services
  await sweep.sweepNow()
  const later = await readyApplication(service.services, me.account)
  await kyc.setBank(me.account.id, { number: '50100123456789' })
  await decide(later, { decision: 'approved' })
  await applications.kept.store.note(ready.id, (doc) => ({ ...doc, told: 1, nextAt: '0' }))
  await sweep.sweepNow()
  expect((await applications.get(ready.id))?.told).toBe(2)
  expect(await kyc.bankOf(me.account.id)).toEqual({ number: '50100123456789' })
})

test('a decision about somebody who was made an admin meanwhile leaves that role', async () => {
  const { me, ready } = await applicant()
  await service.services.accounts.change(me.account.id, { role: 'ADMIN' })
  expect(await decide(ready, { decision: 'approved' })).toMatchObject({ outcome: 'done' })
  expect(await accountOf(me)).toMatchObject({ role: 'ADMIN' })
})

test('an old decision that is told late changes the role, but sends no notice and no mail', async () => {
  const { me, ready } = await applicant()
  const { applications, decider, sweep } = service.services
  await decider.idle()
  const at = new Date(Date.now() - 8 * 86_400_000).toISOString()
  await decideAbout(applications.kept.store, ready.id, { version: 1, at, by: desk.account.id, decision: 'approved' })
  await sweep.sweepNow()
  expect(await accountOf(me)).toMatchObject({ role: 'PARTNER' })
  expect(await noticesOf(me)).toEqual([])
  expect(await subjectsTo(me)).not.toContain('You are a Mogra delivery partner')
})
