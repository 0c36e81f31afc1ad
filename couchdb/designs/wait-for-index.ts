import { type CouchClient, TooLate } from '../client/couch-client.ts'

interface WaitOptions {
  couch: CouchClient
  /** The database's path. */
  base: string
  /** The design document's name. */
  name: string
  views: unknown
  progress: (line: string) => void
  reportMs?: number
}

/** Resolves with true when the index of a design document is up to date, or with false if the document is gone. */
export async function waitForIndex({
  couch,
  base,
  name,
  views,
  progress,
  reportMs = 10_000,
}: WaitOptions): Promise<boolean> {
  const info = () => couch.try('GET', `${base}/_design/${encodeURIComponent(name)}/_info`)
  for (const [view, definition] of Object.entries(Object(views)))
    while (!(await isBuilt(view, definition))) {
      const { view_index: index } = Object((await info()).body)
      const { total } = Object(Object(index).updates_pending)
      progress(`Building ${view}: ${total ?? 'some'} changes to go.`)
    }
  // CouchDB answers a query for a removed index from another index, so check that the document still exists.
  return (await info()).status === 200

  /** CouchDB answers a query only when its index is up to date. Returns false if the query timed out before that. */
  async function isBuilt(view: string, definition: unknown): Promise<boolean> {
    try {
      const { status } = await query(view, Object(definition).map)
      if (status === 200 || status === 404) return true
      throw new Error(`CouchDB answered ${status} when asked to build ${name}.`)
    } catch (error) {
      if (error instanceof TooLate) return false
      throw error
    }
  }

  function query(view: string, map: unknown) {
    const { fields } = Object(map)
    if (fields === undefined) {
      const path = `${base}/_design/${encodeURIComponent(name)}/_view/${encodeURIComponent(view)}`
      return couch.try('GET', `${path}?reduce=false&limit=1`, undefined, reportMs)
    }
    const selector = Object.fromEntries(Object.keys(fields).map((field) => [field, { $gt: null }]))
    return couch.try('POST', `${base}/_find`, { selector, use_index: [name, view], limit: 1 }, reportMs)
  }
}
