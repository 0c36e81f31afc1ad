import type { Store } from '../couch/store.ts'

interface Asked {
  id: string
  rev?: string | undefined
}

/**
 * With `latest` each revision is answered by all leaves that it led to. Leaves led to none but themselves, so that they
 * and one more are answered by twice the document at most; revisions of one history by all its leaves, for each of them.
 */
export async function asksForAncestors(asked: readonly Asked[], store: Pick<Store, 'leaves'>): Promise<boolean> {
  const several = [...Map.groupBy(asked, ({ id }) => id)].filter(([, each]) => each.length > 1)
  if (several.length === 0) return false
  const leaves = await store.leaves(several.map(([id]) => id))
  return several.some(([id, each]) => each.filter(({ rev }) => !rev || !leaves.get(id)?.has(rev)).length > 1)
}
