import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPushed } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const favourite = asPushed({
  ...{ _id: 'favourite:lilies:phone', type: 'favourite', device: 'phone', flower: 'lilies', on: true },
  updatedAt: '2026-11-21T10:00:00.000Z',
})

/** Sends the headers; the caller sends the body once the service waits for it. */
async function begin({ cookie, mailbox }: SignedIn, endpoint: string): Promise<ClientRequest> {
  const asked = request(`${service.url}/db/${mailbox.name}/${endpoint}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', expect: '100-continue' },
  })
  asked.flushHeaders()
  await once(asked, 'continue')
  return asked
}

test.each([
  ['_bulk_docs', { docs: [favourite], new_edits: false }],
  ['_bulk_get', { docs: [{ id: 'account' }] }],
  ['_revs_diff', {}],
  ['_changes', {}],
])('a body of %s that arrives after its session has ended is refused', async (endpoint, body) => {
  const person = await service.signIn('customer@mogra.example')
  const asked = await begin(person, endpoint)
  await fetch(`${service.url}/api/sessions/current`, { method: 'DELETE', headers: { cookie: person.cookie } })
  const answered = once(asked, 'response')
  asked.end(JSON.stringify(body))
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(401)
  expect(await service.services.couch.db(person.mailbox.name).get(favourite._id)).toBeUndefined()
})
