import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { hashPassword } from '../../passwords/password-hash.ts'

const PASSWORD = 'a nosegay of jasmine'
let service: TestService
let folder: string
let people = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-passwords-'))
  service = await startTestService({ logLevel: 'silent', folder })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const signIn = (email: string, body: object, from = '198.51.100.1', cookie = '') =>
  service.app.inject({
    ...{ method: 'POST', url: '/api/sessions', payload: { email, ...body }, remoteAddress: from, headers: { cookie } },
  })
async function somebody({ hasPassword = true } = {}) {
  people += 1
  const email = `secretive${people}@example.com`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER' })
  const me = await service.signIn(email)
  if (hasPassword) await service.services.passwords.keep(me.account.id, await hashPassword(PASSWORD))
  return { email, me }
}
const outcome = (answer: { statusCode: number; body: string }) => [answer.statusCode, JSON.parse(answer.body).error]

test('a password signs in, and the account’s fact says that there is a password', async () => {
  const { email, me } = await somebody()
  const answer = await signIn(email, { password: PASSWORD })
  expect([answer.statusCode, answer.json().account.email]).toEqual([200, email])
  expect(await service.services.mailboxes.get(me.mailbox.name, 'account')).toMatchObject({ hasPassword: true })
  const stored = await service.services.couch.db('credentials').range('', '\uffff')
  expect(JSON.stringify(stored)).not.toContain(PASSWORD)
})

test('a wrong password, a missing password and a missing account get the same answer after the same time', async () => {
  const [known, without] = [await somebody(), await somebody({ hasPassword: false })]
  const took: number[] = []
  const bodies = new Set<string>()
  for (const email of [known.email, without.email, 'nobody-at-all@example.com'])
    for (let n = 0; n < 3; n += 1) {
      const since = performance.now()
      const answer = await signIn(email, { password: 'wrong' }, `198.51.100.${20 + n}`)
      took.push(performance.now() - since)
      bodies.add(`${answer.statusCode} ${answer.body}`)
    }
  expect(bodies.size).toBe(1)
  expect([...bodies][0]).toMatch(/^401 .*password_wrong/)
  const least = [0, 3, 6].map((from) => Math.min(...took.slice(from, from + 3)))
  // Without hashing, an answer would come about twenty times sooner.
  expect(Math.max(...least) / Math.min(...least)).toBeLessThan(8)
})

test('one address may guess five passwords, even with requests at once and across a restart', async () => {
  const { email } = await somebody()
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () => signIn(email, { password: 'wrong' }, '203.0.113.1')),
  )
  expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  const late = await signIn(email, { password: PASSWORD }, '203.0.113.1')
  expect(outcome(late)).toEqual([429, 'password_tried_too_often'])
  expect(late.json().retryAfterSeconds).toBeGreaterThan(800)
  await service.close()
  service = await startTestService({ logLevel: 'silent', folder })
  expect(outcome(await signIn(email, { password: PASSWORD }, '203.0.113.1'))).toEqual([429, 'password_tried_too_often'])
  expect((await signIn(email, { password: PASSWORD }, '203.0.113.2')).statusCode).toBe(200)
})

test('a stranger with many addresses does not lock the owner out, neither at their old address nor on a new network', async () => {
  const { email } = await somebody()
  const first = await signIn(email, { password: PASSWORD }, '198.51.100.70')
  const known = `known=${first.cookies.find(({ name }) => name === 'known')?.value}`
  for (let n = 0; n < 20; n += 1) await signIn(email, { password: 'wrong' }, `203.0.113.${100 + n}`)
  expect((await signIn(email, { password: PASSWORD }, '203.0.113.200')).statusCode).toBe(429)
  expect((await signIn(email, { password: PASSWORD }, '198.51.100.70')).statusCode).toBe(200)
  expect((await signIn(email, { password: PASSWORD }, '192.0.2.9', known)).statusCode).toBe(200)
  expect((await signIn(email, { password: PASSWORD }, '192.0.2.10', 'known=forged')).statusCode).toBe(429)
})

test('a sign-in without code and password is refused', async () => {
  expect((await signIn('customer@mogra.example', {})).json()).toMatchObject({ fields: { code: 'missing' } })
})
