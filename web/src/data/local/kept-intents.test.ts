import { afterEach, expect, test } from 'vitest'
import { intentId } from '#model'
import { anIntent, aUlid } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { KeptIntents } from './kept-intents.ts'

let device: TestDevice
afterEach(() => device.close())

const AT = '2026-11-21T10:00:00.000Z'
const nothingRefused = { documents: {}, dismissed: {} }

test('of two reads at once the marks that were read last count, whichever ends last', async () => {
  device = testDevice()
  const { db, documents } = device.databases.mailbox()
  await db.bulkDocs([anIntent(aUlid())])
  await Promise.all([documents.loadAll('intent'), documents.loadAll('receipt')])
  const kept = new KeptIntents(documents)
  const [first, second] = [kept.nextTurn(), kept.nextTurn()]
  kept.update(second, { upTo: 1, times: { [intentId(aUlid())]: AT } }, nothingRefused)
  kept.update(first, { upTo: 0, times: {} }, nothingRefused)
  expect(kept.ofKinds('place-order')).toMatchObject([{ sentAt: AT }])
})

test('an intent whose receipt has not been looked for is left out: it would be shown as undecided', async () => {
  device = testDevice()
  const { db, documents } = device.databases.mailbox()
  await db.bulkDocs([anIntent(aUlid(1)), anIntent(aUlid(2))])
  await documents.loadAll('intent')
  await documents.loadFrom('receipt', `receipt:${aUlid(2)}`)
  const kept = new KeptIntents(documents)
  kept.update(kept.nextTurn(), { upTo: 0, times: {} }, nothingRefused)
  expect(kept.ofKinds('place-order').map(({ intent }) => intent._id)).toEqual([intentId(aUlid(2))])
  await documents.loadAll('receipt')
  kept.update(kept.nextTurn(), { upTo: 0, times: {} }, nothingRefused)
  expect(kept.ofKinds('place-order')).toHaveLength(2)
})
