import { SERVED_CITIES_ID } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** Ids of the cities that a wholesale supplier serves; undefined as long as this device does not know them. */
export const servedCities: LiveQuery<readonly string[] | undefined> = {
  key: 'catalogue/served-cities',
  watches: [SERVED_CITIES_ID],
  read: async ({ catalogue }) => (await catalogue.servedCities())?.cities,
}
