import { resolve } from 'node:path'

/** As Rolldown hands it to the naming of a group. */
interface Chunks {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const ENTRY = resolve('web/src/app/start/main.tsx')

// Of these each screen takes some: following their lists of everything would bring the parts of all screens.
const BARRELS = /lucide-react|valibot|design-docs\/model/

const first = new Set<string>()

/** Whether it is needed before anything is shown: what the entry's steps bring in. */
const isFirst = (id: string, chunks: Chunks): boolean => {
  if (first.size === 0) {
    const follow = (next: string) => {
      if (first.has(next) || BARRELS.test(next)) return
      first.add(next)
      for (const imported of chunks.getModuleInfo(next)?.importedIds ?? []) follow(imported)
    }
    for (const step of chunks.getModuleInfo(ENTRY)?.dynamicallyImportedIds ?? []) follow(step)
  }
  return first.has(id)
}

const REACT = /\/node_modules\/(react|react-dom|scheduler)\//
const DATA = /\/node_modules\/(pouchdb|spark-md5|vuvuzela|ulid|uuid|events)|\/web\/src\/data\//

/**
 * What every visit needs first, in a few files instead of forty, each of which would wait for its turn on the line;
 * and in more than one, so that a slow processor can paint between two of them.
 */
export const CHUNK_GROUPS = [
  // The entry asks for the steps with it, and must not wait for one of them.
  { name: 'start', test: /vite\/preload-helper/, priority: 5 },
  { name: 'react', test: REACT, priority: 4 },
  {
    debugName: 'data',
    name: (id: string, chunks: Chunks) => (DATA.test(id) && isFirst(id, chunks) ? 'data' : null),
    priority: 3,
  },
  { debugName: 'first', name: (id: string, chunks: Chunks) => (isFirst(id, chunks) ? 'first' : null), priority: 2 },
  // What many screens share.
  { name: 'screens', test: /\/web\/src\/(ui|data|features)\//, minShareCount: 7, priority: 1 },
]
