import type { Store } from './store.ts'

/** Removes the document, unless it must be kept; repeats until no newer revision comes between. */
export async function removeAnyRevision(
  id: string,
  store: Store,
  isKept: (doc: { status?: string }) => boolean = () => false,
): Promise<void> {
  for (;;) {
    const doc = await store.get<{ status?: string }>(id)
    if (!doc || isKept(doc) || (await store.remove(doc)) === 'removed') return
  }
}
