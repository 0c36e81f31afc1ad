import { monotonicFactory } from 'ulid'
import { bulkId, dayOf, type RequestBulk } from '#model'
import type { Services } from '../../services.ts'

const DAY_MS = 86_400_000

/** What a buyer in Jaipur asks for, for a day in a week. */
export const aRequest = (now: Date, more: Partial<RequestBulk> = {}): RequestBulk => ({
  ...{ buyerName: 'Asha Rao', phone: '+919829011420', email: 'asha@example.com', city: 'jaipur' },
  ...{ deliveryAddress: '14, Bapu Nagar', flowerTypes: ['Roses', 'Lilies'], quantity: 500, quantityUnit: 'stems' },
  ...{ deliveryDate: dayOf(new Date(now.getTime() + 7 * DAY_MS)), additionalNotes: 'For a wedding' },
  ...more,
})

interface Wanted {
  /** The buyer's account. */
  account: string
  /** The accounts of suppliers who are interested. */
  interested?: readonly string[]
  more?: Partial<RequestBulk>
}

/** ULIDs ascend in the order in which they are made, so that runs are comparable. */
const ulid = monotonicFactory()

/** Writes a request into the core and marks it as told; returns its ULID. */
export async function someRequest(
  { bulkRequests, now }: Pick<Services, 'bulkRequests' | 'now'>,
  { account, interested = [], more = {} }: Wanted,
): Promise<string> {
  const intent = ulid(now().getTime())
  const at = now().toISOString()
  const request = { ...aRequest(now(), more), isUnserved: false }
  let { doc } = await bulkRequests.post({ at, intent }, { id: account }, request)
  for (const id of interested) {
    const asked = { at, intent: ulid(now().getTime()) }
    const shown = await bulkRequests.showInterest(bulkId(intent), asked, { id, citiesServed: [request.city] })
    doc = shown.doc
  }
  if (!doc) throw new Error('it was not written')
  await bulkRequests.kept.store.markTold(doc)
  return intent
}
