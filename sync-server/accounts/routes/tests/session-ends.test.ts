import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { signInCalls } from '../testing/sign-in-calls.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at) })
})
afterAll(() => service.close())

const { codeFor, currentSession, newPerson, signIn, signOut } = signInCalls(() => service)

test('a device of an ended account is told that it was deleted; one whose record is missing is not', async () => {
  const email = await newPerson()
  const answer = await signIn(email, await codeFor(email))
  const cookie = `sid=${answer.cookies[0]?.value}`
  const accounts = service.services.couch.db('accounts')
  const id = `account:${answer.json().account.id}`
  // An account is cached for two seconds.
  const isSaid = (status: number, error: string) =>
    vi.waitFor(async () => expect(await currentSession(cookie)).toMatchObject({ status, error }), {
      timeout: 5_000,
      interval: 100,
    })
  const record = await accounts.get<{ status: string }>(id)
  if (!record) throw new Error('no record')
  await accounts.remove(record)
  await isSaid(503, 'unavailable')
  const { _rev, ...rest } = record
  await accounts.create({ ...rest, status: 'ended' } as { _id: string })
  await isSaid(401, 'account_deleted')
})

test('a session ends after 30 idle days, and use extends it and its cookie', async () => {
  const email = await newPerson()
  const cookie = `sid=${(await signIn(email, await codeFor(email))).cookies[0]?.value}`
  const { sessions } = service.services
  const value = cookie.slice(4)
  at += 29 * 86_400_000
  const current = await currentSession(cookie)
  expect(current.cookies).toMatchObject([{ name: 'sid', value, maxAge: 30 * 86_400, httpOnly: true, sameSite: 'Lax' }])
  at += 29 * 86_400_000
  expect(await sessions.find(value)).toMatchObject({ account: { email } })
  at += 30 * 86_400_000
  expect(await sessions.find(value)).toBeUndefined()
})

test('listeners are called when a session ends', async () => {
  const email = await newPerson()
  const answer = await signIn(email, await codeFor(email))
  const heard: string[] = []
  service.services.sessions.onEnd((_id, account) => heard.push(account))
  await signOut(`sid=${answer.cookies[0]?.value}`)
  expect(heard).toEqual([answer.json().account.id])
})
