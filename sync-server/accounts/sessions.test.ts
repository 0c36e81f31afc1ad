import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

test('signing out everywhere ends every session, even more than 1,000', { timeout: 240_000 }, async () => {
  const credentials = service.services.couch.db('credentials')
  const at = new Date()
  const record = {
    ...{ type: 'session', account: 'hoarder', provenBy: 'code', userAgent: '', createdAt: at.toISOString() },
    ...{ lastSeenAt: at.toISOString(), expiresAt: new Date(at.getTime() + 86_400_000).toISOString() },
  }
  await credentials.putAll(Array.from({ length: 1_005 }, (_, n) => ({ ...record, _id: `session:hoarded-${n}` })))
  await service.services.sessions.revokeAll('hoarder')
  const left = await credentials.range<{ endedAt?: string }>('session:hoarded-', 'session:hoarded-\uffff')
  expect(left.filter(({ endedAt }) => endedAt === undefined)).toEqual([])

  // Ended sessions do not hide the current one.
  const { accounts, sessions } = service.services
  const account = await accounts.create({ email: 'h@example.com', name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const ended = left.map((one, n) => ({ ...one, _rev: undefined, _id: `session:of-h-${n}`, account: account.id }))
  await credentials.putAll(ended)
  const own = await sessions.find(await sessions.start(account, { provenBy: 'code', userAgent: '' }))
  expect(own && (await sessions.list(own))).toEqual([expect.objectContaining({ isCurrent: true })])
})

test('a device whose session was ended elsewhere is told when the account is deleted later', async () => {
  const { accounts, couch, accountDeletion, sessions } = service.services
  const email = 'leaves-later@example.com'
  const account = await accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(account)
  const begin = () => sessions.start(account, { provenBy: 'code', userAgent: 'a phone that was lent' })
  const [lent, mine] = [await begin(), await begin()]
  const own = await sessions.find(mine)
  const other = own && (await sessions.list(own)).find(({ isCurrent }) => !isCurrent)
  expect(own && other && (await sessions.revoke(own, other.id))).toBe(true)
  expect(await sessions.look(lent)).toBe('none')
  expect(own && (await sessions.list(own))).toHaveLength(1)
  expect(own && other && (await sessions.revoke(own, other.id))).toBe(false)
  expect(await sessions.look(lent)).toBe('none')
  // Its user agent and the way it was proven are not kept.
  const kept = await couch.db('credentials').range('session:', 'session:\uffff')
  expect(kept.filter((record) => 'endedAt' in record && ('userAgent' in record || 'provenBy' in record))).toEqual([])

  await accountDeletion.begin(account)
  await vi.waitFor(async () => expect(await sessions.look(lent)).toBe('account_deleted'), { timeout: 20_000 })
  expect(await sessions.look(mine)).toBe('account_deleted')
})

test('a device that signs out after its session was revoked does not end it a second time', async () => {
  const { accounts, sessions } = service.services
  const made = { email: 'twice@example.com', name: 'Asha', role: 'CUSTOMER', verified: true } as const
  const account = await accounts.create(made)
  if (account === 'email_taken') throw new Error(account)
  const cookie = await sessions.start(account, { provenBy: 'code', userAgent: '' })
  const heard: string[] = []
  sessions.onEnd((_, id) => heard.push(id))
  await sessions.revokeAll(account.id)
  expect(await sessions.end(cookie)).toBeUndefined()
  expect(heard).toEqual([account.id])
})

test('an ended session of a visitor leaves no record', async () => {
  const { couch, sessions } = service.services
  const answer = await service.app.inject({ method: 'POST', url: '/api/visitors' })
  const visitor = answer.json().account.id as string
  await sessions.revokeAll(visitor)
  const kept = await couch.db('credentials').range<{ account: string }>('session:', 'session:\uffff')
  expect(kept.filter(({ account }) => account === visitor)).toEqual([])
})

test('taking away a role ends all earlier sessions; giving a role ends none', async () => {
  const { accounts, sessions } = service.services
  const made = await accounts.create({ email: 'rises@example.com', name: 'Asha', role: 'CUSTOMER', verified: true })
  if (made === 'email_taken') throw new Error('taken')
  const begin = async () => {
    const account = await accounts.findByEmail('rises@example.com')
    if (!account) throw new Error('gone')
    return sessions.start(account, { provenBy: 'code', userAgent: '' })
  }
  const first = await begin()
  await accounts.change(made.id, { role: 'PARTNER' })
  expect(await sessions.look(first)).toMatchObject({ account: { role: 'PARTNER' } })
  await accounts.change(made.id, { role: 'CUSTOMER' })
  expect(await sessions.look(first)).toBe('none')
  const second = await begin()
  await accounts.change(made.id, { name: 'Asha Rathore' })
  const kept = await sessions.look(second)
  expect(kept).toMatchObject({ account: { role: 'CUSTOMER' } })
  expect(typeof kept === 'object' && (await sessions.list(kept))).toHaveLength(1)
  await accounts.change(made.id, { role: 'ADMIN' })
  await accounts.change(made.id, { role: 'SUPPLIER' })
  expect(await sessions.look(second)).toBe('none')
})
