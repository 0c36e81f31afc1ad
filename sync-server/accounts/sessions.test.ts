import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

test('signing out everywhere ends every session, however many there are', { timeout: 240_000 }, async () => {
  const credentials = service.services.couch.db('credentials')
  const at = new Date()
  const record = {
    ...{ type: 'session', account: 'hoarder', provenBy: 'code', userAgent: '', createdAt: at.toISOString() },
    ...{ lastSeenAt: at.toISOString(), expiresAt: new Date(at.getTime() + 86_400_000).toISOString() },
  }
  await credentials.putAll(Array.from({ length: 1_005 }, (_, n) => ({ ...record, _id: `session:hoarded-${n}` })))
  await service.services.sessions.revokeAll('hoarder')
  expect(await credentials.ids('session:hoarded-', 'session:hoarded-\uffff')).toEqual([])
})
