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
  // The first query may have failed by its own parameters, before it looked.
  const isUpToDate = await upToDate.get(view)?.then(
    () => true,
    () => false,
  )
  if (isUpToDate) return pouch.query(view, { ...options, stale: 'ok' })
  const answer = pouch.query(view, options)
  upToDate.set(view, answer)
  answer.catch(() => {
    if (upToDate.get(view) === answer) upToDate.delete(view)
  })
  return answer
}
