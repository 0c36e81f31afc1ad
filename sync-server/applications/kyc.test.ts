import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Couch } from '../couch/couch.ts'
import type { Store } from '../couch/store.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openKyc } from './kyc.ts'

const PICTURE = { account: 'asha', type: 'image/jpeg', bytes: Buffer.alloc(600_000, 7) } as const

let service: TestService
let documents = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

/** An application's ULID. */
const anApplication = () => {
  documents += 1
  return `01JDKYC00000000000000000${String(documents).padStart(2, '0')}`
}
const store = () => service.services.couch.db('kyc')
const idsOf = (application: string) => store().ids(`kyc:${application}`, `kyc:${application}\uffff`)

function kycOn(more: Partial<Store>) {
  const { couch, now } = service.services
  const db: Couch['db'] = (name) => ({ ...couch.db(name), ...more })
  return openKyc({ couch: { ...couch, db }, now })
}

test('the documents of an application are removed, even if the copy that lists them lacks them', async () => {
  const [application, other] = [anApplication(), anApplication()]
  const { kyc } = service.services
  for (const document of ['license', 'photo', 'businessLicense'] as const) await kyc.put(application, document, PICTURE)
  await kyc.put(other, 'license', PICTURE)
  expect(await idsOf(application)).toHaveLength(12)
  await kycOn({ ids: async () => [] }).remove(application)
  expect([await idsOf(application), (await idsOf(other)).length]).toEqual([[], 4])
})

test('pieces of a document that was never stored completely are removed, also after a removal that was killed', async () => {
  const application = anApplication()
  const { create, remove } = store()
  const dying = kycOn({
    create: (doc) => (doc._id.endsWith(':license') ? Promise.reject(new Error('killed')) : create(doc)),
  })
  await expect(dying.put(application, 'license', PICTURE)).rejects.toThrow('killed')
  expect(await idsOf(application)).toHaveLength(3)
  let removed = 0
  const killed = kycOn({
    remove(doc) {
      removed += 1
      return removed > 1 ? Promise.reject(new Error('killed')) : remove(doc)
    },
  })
  await expect(killed.remove(application)).rejects.toThrow('killed')
  expect(await idsOf(application)).toHaveLength(2)
  await service.services.kyc.remove(application)
  expect(await idsOf(application)).toEqual([])
})
