import type { Store } from '../couch/store.ts'

interface Asked {
  id: string
  rev?: string | undefined
}

/**
 * With `latest`, CouchDB answers each revision with all leaves that descend from it. A leaf leads only to itself, so
 * all leaves and one more revision cost at most twice the document; several ancestors would each return all leaves.
 */
export async function asksForAncestors(asked: readonly Asked[], store: Pick<Store, 'leaves'>): Promise<boolean> {
  const several = [...Map.groupBy(asked, ({ id }) => id)].filter(([, each]) => each.length > 1)
  if (several.length === 0) return false
  const leaves = await store.leaves(several.map(([id]) => id))
  return several.some(([id, each]) => each.filter(({ rev }) => !rev || !leaves.get(id)?.has(rev)).length > 1)
}
