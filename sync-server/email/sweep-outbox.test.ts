import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { sweepOutbox } from './sweep-outbox.ts'

const DAY_MS = 86_400_000
let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')
beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

test('dead mails are removed after 30 days and records of sent ones after 180, and no others', async () => {
  const outbox = service.services.couch.db('outbox')
  const postedAt = new Date(at).toISOString()
  for (let i = 0; i < 250; i += 1)
    await outbox.create({ ...{ _id: `mail:test:dead${i}`, type: 'mail', status: 'dead' }, ...{ postedAt } })
  for (const status of ['sent', 'pending', 'leased'])
    await outbox.create({ ...{ _id: `mail:test:${status}`, type: 'mail', status }, ...{ postedAt } })
  const left = async () => (await outbox.ids('mail:test:', 'mail:test:\uffff')).map((id) => id.split(':')[2])
  const sweepAfter = async (days: number) => {
    at += days * DAY_MS
    await sweepOutbox(service.services)
    return left()
  }
  expect(await sweepAfter(30)).toHaveLength(253)
  expect(await sweepAfter(1)).toEqual(['leased', 'pending', 'sent'])
  expect(await sweepAfter(149)).toEqual(['leased', 'pending', 'sent'])
  expect(await sweepAfter(1)).toEqual(['leased', 'pending'])
})
