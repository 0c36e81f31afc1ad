import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { promoId } from '#model'
import { openFakeNetwork } from '../../testing/fake-network.ts'
import { type RealService, startRealService } from '../../testing/real-service.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { replaceDataLayer } from '../runtime/current-data-layer.ts'
import { promoOfCode } from './promo.ts'
import { knownPromo, lookUpPromo } from './promo-lookup.ts'

let service: RealService
let device: TestDevice
beforeAll(async () => {
  service = await startRealService()
}, 120_000)
afterEach(async () => {
  await device.close()
  replaceDataLayer(undefined)
})
afterAll(() => service.close())

/** A device with an empty catalogue. */
function aDevice() {
  const line = openFakeNetwork()
  device = testDevice({ origin: service.url, fetch: line.fetch })
  replaceDataLayer(device)
  return line
}

/** Passes on the gate's answer with another body. */
const saying = (line: ReturnType<typeof openFakeNetwork>, body: string) =>
  line.tamper(async (_request, pass) => {
    const { status, headers } = await pass()
    return new Response(body, { status, headers })
  })

test('the lookup of a code that the service has is remembered, and that of an unknown code returns none', async () => {
  const line = aDevice()
  expect(await lookUpPromo('NOSUCH')).toBe('none')
  expect(await lookUpPromo('MOGRA10')).toMatchObject({ kind: 'percent', percent: 10 })
  line.cut()
  const { databases } = device
  const known = await promoOfCode('MOGRA10').read(databases.stores())
  expect(known?.promo).toEqual(knownPromo(await promoId('MOGRA10')))
  expect(known?.promo).toBeDefined()
})

test('the lookup of a deleted code returns none', async () => {
  const line = aDevice()
  const tombstone = { _id: await promoId('GONE'), _rev: '2-0123456789abcdef0123456789abcdef', _deleted: true }
  saying(line, JSON.stringify({ results: [{ id: tombstone._id, docs: [{ ok: tombstone }] }] }))
  expect(await lookUpPromo('GONE')).toBe('none')
})

test.each([
  ['{"results":[]}'],
  ['{"results":[{"docs":[{"ok":{"type":"promo","kind":"of later"}}]}]}'],
  ['{"results":[{"docs":[{"error":{"error":"forbidden"}}]}]}'],
  ['<html>Welcome to the airport</html>'],
])('an answer that does not fit counts as no answer: %s', async (body) => {
  saying(aDevice(), body)
  expect(await lookUpPromo('FREEDEL')).toBeUndefined()
})

test('an answer of a captive portal, and a request without a network, count as no answer', async () => {
  const line = aDevice()
  line.tamper(async () => Response.json({ results: [{ docs: [{ error: { error: 'not_found' } }] }] }))
  expect(await lookUpPromo('FREEDEL')).toBeUndefined()
  line.cut()
  expect(await lookUpPromo('FREEDEL')).toBeUndefined()
})
