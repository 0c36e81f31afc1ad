import type { Store } from '../couch/store.ts'
import type { Pushed } from './validate-document.ts'

/**
 * A document of a device has one leaf, or a few if the device was restored from a backup; each further leaf makes all
 * work with it slower.
 */
const LEAVES_AT_MOST = 50

/** Returns the pushed revisions that would give their document one leaf too many. */
export async function tooManyLeaves(pushed: readonly Pushed[], store: Pick<Store, 'leaves'>): Promise<Set<Pushed>> {
  if (pushed.length === 0) return new Set()
  const there = await store.leaves([...new Set(pushed.map(({ id }) => id))])
  const refused = new Set<Pushed>()
  for (const one of pushed) {
    const leaves = there.get(one.id) ?? new Set()
    there.set(one.id, leaves)
    const parent = [...leaves].find((leaf) => descendsFrom(one, leaf))
    if (parent !== undefined) leaves.delete(parent)
    if (leaves.size >= LEAVES_AT_MOST) refused.add(one)
    else leaves.add(one.rev)
  }
  return refused
}

/** Returns true if the pushed revision descends from this leaf, or is the leaf itself. */
function descendsFrom({ rev, ancestors }: Pushed, leaf: string): boolean {
  const [generation = 0, hash] = [Number.parseInt(leaf, 10), leaf.slice(leaf.indexOf('-') + 1)]
  return rev === leaf || ancestors[Number.parseInt(rev, 10) - generation] === hash
}

interface Asked {
  id: string
  rev?: string | undefined
}

/**
 * With `latest` each revision is answered by all leaves that it led to. Leaves led to none but themselves, so that they
 * and one more are answered by twice the document at most; revisions of one history by all its leaves, for each of them.
 */
export async function asksForAncestors(asked: readonly Asked[], store: Pick<Store, 'leaves'>): Promise<boolean> {
  const several = askedSeveralTimes(asked)
  if (several.length === 0) return false
  const leaves = await store.leaves(several.map(([id]) => id))
  return several.some(([id, each]) => each.filter(({ rev }) => !rev || !leaves.get(id)?.has(rev)).length > 1)
}

/** Leaves out the revisions that are no leaves, where several of one document are asked for: see `asksForAncestors`. */
export async function withoutAncestors<A extends Asked>(
  asked: readonly A[],
  store: Pick<Store, 'leaves'>,
): Promise<readonly A[]> {
  const several = new Set(askedSeveralTimes(asked).map(([id]) => id))
  if (several.size === 0) return asked
  const leaves = await store.leaves([...several])
  return asked.filter(({ id, rev }) => !several.has(id) || (rev !== undefined && leaves.get(id)?.has(rev)))
}

const askedSeveralTimes = (asked: readonly Asked[]) =>
  [...Map.groupBy(asked, ({ id }) => id)].filter(([, each]) => each.length > 1)
