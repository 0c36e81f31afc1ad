import { resolve } from 'node:path'

/** The argument that Rolldown passes to the name function of a group. */
interface Chunks {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const ENTRY = resolve('web/src/app/start/main.tsx')

// Each screen uses a part of these: following their lists of all exports would include the parts of all screens.
const BARRELS = /lucide-react|valibot|design-docs\/model/

const first = new Set<string>()

/** Whether a module is needed before anything is shown: the steps of the entry import it. */
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

const DESK = /\/web\/src\/(features\/admin|data\/admin)\/|\/desk(-texts)?\.(ts|json)$/

/** Whether a chunk belongs to the admin's desk, which nobody else fetches or stores. */
export const isDesk = ({ moduleIds }: { moduleIds: readonly string[] }): boolean =>
  moduleIds.some((id) => DESK.test(id))

const REACT = /\/node_modules\/(react|react-dom|scheduler)\//
const DATA = /\/node_modules\/(pouchdb|spark-md5|vuvuzela|ulid|uuid|events)|\/web\/src\/data\//
/** Nearly every screen needs it. */
const ORDER = /\/design-docs\/model\/orders\/order\./
/** What the product cards of home, browse and favourites consist of. */
const CARDS =
  /\/web\/src\/(blocks\/catalogue\/(product-card|favourite-button|price|rating)|ui\/buttons\/stepper|data\/people\/favourites)\./

/**
 * Puts the modules that every visit needs first into a few files: forty files would wait for each other on the network.
 * There are several files, and not one, so that a slow processor can paint between two of them.
 */
export const CHUNK_GROUPS = [
  // The entry loads the steps with this helper, so the helper must not be in the file of a step.
  { name: 'start', test: /vite\/preload-helper/, priority: 6 },
  { name: 'react', test: REACT, priority: 5 },
  {
    debugName: 'data',
    name: (id: string, chunks: Chunks) => (ORDER.test(id) || (DATA.test(id) && isFirst(id, chunks)) ? 'data' : null),
    priority: 4,
  },
  { debugName: 'first', name: (id: string, chunks: Chunks) => (isFirst(id, chunks) ? 'first' : null), priority: 3 },
  // Modules that many screens share.
  { name: 'screens', test: /\/web\/src\/(ui|data|features)\/(?!admin\/)/, minShareCount: 19, priority: 2 },
  // Alone, each of these files would be so small that nobody compresses it.
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 3, priority: 2 },
  // What asks the service for something, and says why it was refused.
  { name: 'asking', test: /\/web\/src\/(data\/ask|i18n\/(use-message|problem|locales\/en\/problems))\./, priority: 3 },
  { name: 'health', test: /\/web\/src\/data\/service-health\./, priority: 2 },
  { name: 'codes', test: /\/blocks\/people\/one-time-code\//, minShareCount: 3, priority: 1 },
  { name: 'cards', test: CARDS, priority: 1 },
  { name: 'forms', test: /\/blocks\/applications\/wizard\//, minShareCount: 3, priority: 1 },
]
