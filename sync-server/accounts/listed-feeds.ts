import type { Role } from '#model'

/** The feeds that an account may read by now, as the session's answer lists them. */
export interface ListedFeeds {
  listedFor(reader: { role: Role }): Promise<{ name: string; database: string }[]>
}
