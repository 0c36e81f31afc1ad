import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDesk } from '../admin/testing/desk-calls.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { readyApplication } from './testing/ready-application.ts'

const MINUTE_MS = 60_000

let service: TestService
let laterMs = 0
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(Date.now() + laterMs) })
  // The sweeps of this test decide when telling happens.
  await service.services.sweep.sweepNow()
})
beforeEach(() => switched({ autoApproval: false, emailNotifications: true }))
afterAll(() => service.close())

async function switched(toggles: { autoApproval?: boolean; emailNotifications?: boolean }) {
  const { deskSettings } = service.services
  const { version, emailNotifications, autoApproval, maintenance } = await deskSettings.get()
  await deskSettings.change({ version, emailNotifications, autoApproval, maintenance, ...toggles }, 'an-admin')
}

async function apply(wanted?: Parameters<typeof readyApplication>[2]) {
  people += 1
  const email = `ready${people}@mogra.example`
  const account = await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(email)
  return readyApplication(service.services, account, wanted)
}

async function stateAfterTelling(wanted?: Parameters<typeof readyApplication>[2]) {
  const { id } = await apply(wanted)
  await service.services.sweep.sweepNow()
  return service.services.applications.get(id)
}

async function digestsTo(email: string) {
  const { sweep, outbox } = service.services
  // The grace after a start is over by then, too.
  laterMs += 10 * MINUTE_MS
  await sweep.sweepNow()
  await outbox.wake()
  return service.mails().filter((mail) => mail.to === email && mail.subject.startsWith('New applications'))
}

test('without automatic approval an application waits for an admin', async () => {
  expect(await stateAfterTelling()).toMatchObject({ state: 'pending_verification' })
})

test('with it, a faultless application is approved at once, by nobody', async () => {
  await switched({ autoApproval: true })
  for (const type of ['driver', 'wholesale_supplier'] as const) {
    const application = await stateAfterTelling({ type })
    expect(application).toMatchObject({ state: 'approved', decision: { decision: 'approved' } })
    expect(application?.decision).not.toHaveProperty('by')
    const account = await service.services.accounts.get(application?.account ?? '')
    expect(account).toMatchObject({ role: type === 'driver' ? 'PARTNER' : 'SUPPLIER' })
    expect(account).not.toHaveProperty('approvedBy')
  }
})

test.each([
  ['that lacks a document', { type: 'wholesale_supplier', documents: ['gstCertificate', 'panCard'] }],
  ['with a licence of a strange form', { form: { licenseNumber: 'AP/HYD/2004/7731' } }],
  ['with a vehicle number of a strange form', { form: { vehicleNumber: 'MY SCOOTER' } }],
  ['with a wrong PAN', { form: { panNumber: 'BQZPS4821' } }],
  ['with a wrong Aadhaar number', { form: { isAadhaarWellFormed: false } }],
  ['whose GSTIN has another PAN', { type: 'wholesale_supplier', form: { panNumber: 'AAKCG5092M' } }],
] as const)('an application %s waits for an admin all the same', async (_what, wanted) => {
  await switched({ autoApproval: true })
  expect(await stateAfterTelling(wanted)).toMatchObject({ state: 'pending_verification' })
})

test('an Aadhaar number that another application names is looked at by an admin', async () => {
  const form = { aadhaarHash: 'the hash of one number' }
  await apply({ form })
  await switched({ autoApproval: true })
  expect(await stateAfterTelling({ form })).toMatchObject({ state: 'pending_verification' })
})

test('admins get one mail about all applications of ten minutes, without what they say', async () => {
  const { account } = await openDesk(service)
  await digestsTo(account.email)
  const before = (await digestsTo(account.email)).length
  for (const type of ['driver', 'driver', 'wholesale_supplier'] as const) await apply({ type })
  await service.services.sweep.sweepNow()
  const mails = (await digestsTo(account.email)).slice(0, -before || undefined)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/Delivery partners: 2\nWholesale suppliers: 1/)
  expect(mails[0]?.text).not.toContain('Gulab')
})

test('an application that was decided meanwhile is no news, and no mail is sent where the setting is off', async () => {
  const { account } = await openDesk(service)
  await digestsTo(account.email)
  const before = (await digestsTo(account.email)).length
  await switched({ autoApproval: true })
  await stateAfterTelling()
  expect(await digestsTo(account.email)).toHaveLength(before)
  await switched({ autoApproval: false, emailNotifications: false })
  await stateAfterTelling()
  expect(await digestsTo(account.email)).toHaveLength(before)
})
