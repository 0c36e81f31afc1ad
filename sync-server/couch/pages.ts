import type { Store, Stored } from './store.ts'

const PAGE = 100

/** Yields the documents whose ids begin with `prefix`, in ascending order, a page at a time. */
export async function* pagesOf<T extends object>(
  store: Store,
  prefix: string,
  size = PAGE,
): AsyncGenerator<(T & Stored)[]> {
  for (let start = prefix; ; ) {
    const page = await store.range<T>(start, `${prefix}\uffff`, size)
    const last = page.at(-1)
    if (last) yield page
    if (!last || page.length < size) return
    // The smallest id after the last one of this page.
    start = `${last._id}\u0000`
  }
}
