import type { JsonObject } from '../http/json.ts'
import type { Database } from '../store/database.ts'
import type { Pouch } from '../store/pouch.ts'

/**
 * Queries a view that contains every write. PouchDB looks for changes before each query, which takes longer than the
 * query itself, so until the next write only the first query does.
 */
export async function queryView(
  { upToDate }: Pick<Database, 'upToDate'>,
  pouch: Pouch,
  view: string,
  options: JsonObject,
): Promise<JsonObject> {
  const looking = upToDate.get(view)
  if (looking && (await looking)) return pouch.query(view, { ...options, stale: 'ok' })
  const answer = pouch.query(view, options)
  // Not the answer itself, which would stay in memory until the next write.
  const looks = answer.then(
    () => true,
    () => false,
  )
  upToDate.set(view, looks)
  return answer
}
