import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let me: SignedIn
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
})
afterAll(() => service.close())

const hash = () => randomBytes(16).toString('hex')
const send = (path: string, body: object) =>
  post(`${service.url}/db/${me.mailbox.name}/${path}`, body, { cookie: me.cookie })

/** Creates a document whose leaves share a history; returns the leaves and their ancestors. */
async function branching(flower: string, leaves: number) {
  const shared = Array.from({ length: 20 }, hash)
  const id = `cart:${flower}:phone`
  const docs = Array.from({ length: leaves }, () => {
    const ids = [hash(), ...shared]
    return {
      ...{ _id: id, _rev: `21-${ids[0]}`, _revisions: { start: 21, ids } },
      ...{ type: 'cart-line', device: 'phone', flower, added: 1, taken: {}, updatedAt: '2026-11-21T10:00:00.000Z' },
    }
  })
  expect(await (await send('_bulk_docs', { docs, new_edits: false })).json()).toEqual([])
  return {
    leaves: docs.map(({ _rev }) => ({ id, rev: _rev })),
    ancestors: shared.map((one, n) => ({ id, rev: `${20 - n}-${one}` })),
  }
}

test('a request may ask for many leaves, but for only one of their common ancestors', async () => {
  const { leaves, ancestors } = await branching('lilies', 30)
  const answer = await send('_bulk_get?revs=true&latest=true', { docs: [...leaves, ancestors[0]] })
  expect(answer.status).toBe(200)
  const { results } = (await answer.json()) as { results: { docs: { ok?: object }[] }[] }
  expect(results.slice(0, 30).every(({ docs }) => docs.length === 1 && docs[0]?.ok)).toBe(true)

  const many = await send('_bulk_get?latest=true', { docs: ancestors })
  expect([many.status, await many.json()]).toMatchObject([413, { error: 'too_large' }])
  const named = await send('_bulk_get?latest=true', { docs: [{ id: 'cart:lilies:phone' }, ancestors[0]] })
  expect(named.status).toBe(413)
})

test('a device pulls all leaves of a document that has many', async () => {
  await branching('tulips', 40)
  const device = await openDevice(service.url, me)
  await device.pull()
  expect(await device.leaves('cart:tulips:phone')).toBe(40)
  await device.close()
})
