import { afterAll, beforeAll, expect, test } from 'vitest'
import { databases } from '../../design-docs/databases.ts'
import type { StoredAccount } from '../accounts/account-record.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { AADHAAR, applicants, BANK_ACCOUNT, newBrowser } from './testing/applicants.ts'

let service: TestService
const log: string[] = []

beforeAll(async () => {
  service = await startTestService({ logLevel: 'debug', logStream: { write: (line) => log.push(line) } })
})
afterAll(() => service.close())

const { driver, request, submit, settle, codeTo } = applicants(() => service)

/** In any notation. */
const aadhaar = new RegExp(AADHAAR.split(' ').join('[ -]?'))

/** Everything that any database holds, by database. */
async function stored(): Promise<[database: string, text: string][]> {
  const { couch, feeds } = service.services
  const records = await couch.db('accounts').range<StoredAccount>('account:', 'account:\uffff')
  const names = [
    ...databases.map(({ name }) => name),
    // The demo's applicants have no mailbox before they sign in.
    ...records.flatMap((one) => (one.status === 'active' && !one.lacksMailbox ? [one.mailbox.name] : [])),
    ...(await feeds.listedFor({ role: 'ADMIN' })).map(({ database }) => database),
  ]
  const textOf = async (name: string) => JSON.stringify(await couch.db(name).range('', '\uffff'))
  return Promise.all(names.map(async (name): Promise<[string, string]> => [name, await textOf(name)]))
}

test('outside the documents no database, log or mail has the Aadhaar number, and only kyc the bank account', async () => {
  const [form, browser] = [await driver(), newBrowser()]
  // Refused ones must leave nothing either.
  await submit({ ...form, city: 'Atlantis' })
  await submit({ ...form, aadharNumber: [AADHAAR] })
  expect((await submit(form, browser)).status).toBe(201)
  await settle()
  expect(
    (await request(browser, 'POST', '/api/sessions', { email: form.email, code: codeTo(form.email) })).status,
  ).toBe(200)
  await settle()
  const everything = await stored()
  const places = (text: RegExp | string) =>
    everything.flatMap(([name, all]) =>
      (typeof text === 'string' ? all.includes(text) : text.test(all)) ? [name] : [],
    )
  expect(places(aadhaar)).toEqual([])
  expect(places(BANK_ACCOUNT)).toEqual(['kyc'])
  // This shows that the search finds what is there.
  const { mailbox } = (await service.services.accounts.findByEmail(form.email)) ?? {}
  expect(places(form.email)).toEqual(
    expect.arrayContaining(['accounts', 'applications', mailbox?.name, expect.stringMatching(/^feed-/)]),
  )
  const said = [...log, ...service.mails().map(({ text, subject }) => `${subject} ${text}`)].join('\n')
  expect(said).toContain('/api/applications')
  expect(said).not.toMatch(aadhaar)
  expect(said).not.toContain(BANK_ACCOUNT)
  expect(said).not.toContain('ABCPD1234E')
})
