import type { Store } from '../couch/store.ts'
import type { CoreDocument } from './core-document.ts'

/**
 * Removes core documents that have ended. Throws if the end of one is not told yet, and leaves that one: its rows would
 * stay in the feeds for ever.
 */
export async function removeTold(ids: readonly string[], store: Store): Promise<void> {
  const untold: string[] = []
  for (const id of ids) if (!(await removeIfTold(id, store))) untold.push(id)
  if (untold.length > 0) throw new Error(`${untold.join(', ')}: the end is not told yet`)
}

async function removeIfTold(id: string, store: Store): Promise<boolean> {
  for (;;) {
    const doc = await store.get<CoreDocument>(id)
    if (!doc) return true
    if (doc.told < doc.version) return false
    if ((await store.remove(doc)) === 'removed') return true
  }
}
