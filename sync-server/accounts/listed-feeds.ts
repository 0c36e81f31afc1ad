import type { Role } from '#model'

/** What decides which feeds an account may read. */
export interface FeedReader {
  role: Role
  city?: string
  citiesServed?: readonly string[] | undefined
}

/** The feeds that an account may read by now, as the session's answer lists them. */
export interface ListedFeeds {
  listedFor(reader: FeedReader): Promise<{ name: string; database: string }[]>
}
