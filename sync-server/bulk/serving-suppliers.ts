import { isDeepStrictEqual } from 'node:util'
import { SERVED_CITIES_ID, type ServedCities } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'

/** Returns true if a supplier serves this city, by a view that may lag by a moment. */
export const isServed = async (couch: Couch, city: string): Promise<boolean> =>
  (await couch.db('accounts').idsByKey('by-served-city', city)).length > 0

/** Returns the suppliers of a city. */
export async function suppliersOf(
  { couch, accounts }: { couch: Couch; accounts: Pick<Accounts, 'get'> },
  city: string,
): Promise<AccountRecord[]> {
  const ids = await couch.db('accounts').idsByKey('by-served-city', city)
  const records = await Promise.all(ids.map((id) => accounts.get(id.slice('account:'.length))))
  return records.flatMap((record) =>
    record?.status === 'active' && record.role === 'SUPPLIER' && record.citiesServed?.includes(city) ? [record] : [],
  )
}

/** Writes the cities that suppliers serve into the catalogue if they have changed, for the form for bulk requests. */
export async function publishServedCities({ couch }: { couch: Couch }): Promise<void> {
  const counted = await couch.db('accounts').reduced('by-served-city')
  const cities = [...counted.keys()].map(String).toSorted()
  await couch
    .db('catalogue')
    .update<ServedCities>(SERVED_CITIES_ID, (before) =>
      before && isDeepStrictEqual(before.cities, cities)
        ? undefined
        : { _id: SERVED_CITIES_ID, type: 'served-cities', cities },
    )
}
