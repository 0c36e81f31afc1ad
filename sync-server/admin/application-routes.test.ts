import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyApplication } from '../applications/testing/ready-application.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Desk, openDesk } from './testing/desk-calls.ts'

let service: TestService
let desk: Desk
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  desk = await openDesk(service)
})
afterAll(() => service.close())

async function apply(wanted?: Parameters<typeof readyApplication>[2]) {
  people += 1
  const email = `papers${people}@mogra.example`
  const account = await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(email)
  return readyApplication(service.services, account, wanted)
}

test('an admin reads an application in full, and of the Aadhaar number only its end', async () => {
  const { ulid, id } = await apply()
  const { status, json, text } = await desk.get(`applications/${ulid}`)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    ...{ id, version: 1, applicationType: 'driver', state: 'pending_verification', name: 'Asha Rathore' },
    ...{ panNumber: 'BQZPS4821K', aadhaarEnds: '0642', isAadhaarWellFormed: true, isAadhaarKnown: false },
  })
  const papers = json.documents as { name: string; type: string; size: number }[]
  expect(papers.map(({ name }) => name).sort()).toEqual(['aadhar', 'license', 'pan', 'photo', 'vehicleRC'])
  expect(papers[0]).toMatchObject({ type: 'image/png', size: 16 })
  for (const secret of ['aadhaarHash', 'fingerprint', 'hash of']) expect(text).not.toContain(secret)
})

test('an Aadhaar number that another application names is said', async () => {
  const form = { aadhaarHash: 'one number in two applications' }
  await apply({ form })
  const { ulid } = await apply({ form })
  expect((await desk.get(`applications/${ulid}`)).json).toMatchObject({ isAadhaarKnown: true })
})

test('a document is shown after a fresh code only, in a sandbox, and after the audit has noted it', async () => {
  const { ulid, id } = await apply()
  const path = `applications/${ulid}/documents/license`
  for (const asked of [path, 'proof'])
    expect(await desk.get(asked)).toMatchObject({ status: 403, json: { error: 'fresh_code_needed' } })
  await desk.prove()
  const { until } = (await desk.get('proof')).json
  const minutes = (new Date(String(until)).getTime() - Date.now()) / 60_000
  expect([minutes > 14, minutes <= 15]).toEqual([true, true])
  const { status, headers, text } = await desk.get(path)
  expect([status, text.slice(1, 4)]).toEqual([200, 'PNG'])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="license.png"',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const noted = (await service.services.accessLog.of(desk.account.id)).filter(({ what }) => what === 'document-read')
  expect(noted).toMatchObject([{ subject: `${id} license` }])
})

test('nothing is read if the audit cannot be written', async () => {
  const { ulid } = await apply()
  const { accessLog } = service.services
  const { note } = accessLog
  accessLog.note = async () => {
    throw new Error('no quorum')
  }
  try {
    const { status, text } = await desk.get(`applications/${ulid}/documents/license`)
    expect([status, text.includes('PNG')]).toEqual([500, false])
  } finally {
    accessLog.note = note
  }
})

test('an unknown application, a document of the other type and a strange name are not found', async () => {
  const { ulid } = await apply()
  const unknown = '01K0000000000000000000000A'
  for (const path of [
    `applications/${unknown}`,
    'applications/_design',
    `applications/${unknown}/documents/license`,
    `applications/${ulid}/documents/gstCertificate`,
    `applications/${ulid}/documents/license%3A0000`,
    `applications/${ulid}/documents/constructor`,
  ])
    expect([path, (await desk.get(path)).status]).toEqual([path, 404])
})
