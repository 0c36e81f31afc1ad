import type { LiveQuery } from '../live/live-query.ts'
import { getOne } from '../pouch/reads.ts'

interface ServedCities {
  _id: string
  cities: readonly string[]
}

/** Ids of the cities that a wholesale supplier serves; undefined as long as this device does not know them. */
export const servedCities: LiveQuery<readonly string[] | undefined> = {
  key: 'catalogue/served-cities',
  watches: ['served-cities'],
  read: async ({ catalogue }) => (await getOne<ServedCities>(catalogue.db, 'served-cities'))?.cities,
}
