import { type IntentKind, ulidOf } from '#model'
import type { DocumentCache } from '../local/document-cache.ts'
import { readIntents } from '../local/kept-intents.ts'
import { getOne, type Stored } from '../pouch/reads.ts'
import { FoldedList, type ListDefinition } from './folded-list.ts'
import type { IsPart, LiveQuery, Stores } from './live-query.ts'

/** A list, newest first. Its newest part may be shown before the rest is read. */
export interface PagedList<View> {
  items: readonly View[]
  /** False while older items are still being read: screens then show no count, and do not say that a list is empty. */
  isWhole: boolean
}

/** The number of facts that are read first. */
const PAGE = 50

const INTENTS = ['intent', 'receipt'] as const

/**
 * The queries of one kind of facts with the pending intents folded in: the list of all, and each one. The list reads its
 * newest page first, then the rest, and later only what has changed.
 */
export function pagedList<Fact extends Stored, K extends IntentKind, View>(definition: ListDefinition<Fact, K, View>) {
  const { key, facts, intents, factOf, fold } = definition
  const known = new WeakMap<DocumentCache, { folded: FoldedList<Fact, K, View>; list: PagedList<View> }>()

  async function read({ mailbox }: Stores, isPart?: IsPart): Promise<PagedList<View>> {
    const { documents } = mailbox
    const kept = await documents.first(async () => {
      // Most facts have one intent and one receipt of the same ULID: then these are all that the page needs.
      await Promise.all([facts, ...INTENTS].map((kind) => documents.loadNewest(kind, PAGE)))
      const oldest = documents.isWhole(facts) ? undefined : documents.loaded(facts).at(-PAGE)
      return readIntents(mailbox, oldest ? ulidOf(oldest._id) : '')
    })
    // From this ULID on, all facts and all intents are loaded.
    const since = [kept.from, ulidOf(documents.loadedFrom(facts) ?? '')].sort().at(-1) ?? ''
    const before = known.get(documents)
    const folded = before?.folded ?? new FoldedList(documents, definition)
    const list = { items: folded.items(kept, since), isWhole: since === '' }
    if (!list.isWhole) isPart?.(() => loadAll(documents, facts, ...INTENTS))
    if (before?.list.items === list.items && before.list.isWhole === list.isWhole) return before.list
    known.set(documents, { folded, list })
    return list
  }

  const newestFirst: LiveQuery<PagedList<View>> = {
    key: `${key}/newest-first`,
    watches: [`${facts}:`, 'intent:', 'receipt:'],
    read,
  }

  /** One fact with its intents, by the ULID of its id. */
  const byUlid = (ulid: string): LiveQuery<View | undefined> => ({
    key: `${key}/${ulid}`,
    watches: [`${facts}:${ulid}`, 'intent:', 'receipt:'],
    read: async ({ mailbox }, isPart) => {
      const id = `${facts}:${ulid}`
      const [fact, kept] = await mailbox.documents.first(async () => [
        await getOne<Fact>(mailbox.db, id),
        await readIntents(mailbox, ulid),
      ])
      // Another device's clock may be slow: its intents about this fact can have smaller ULIDs than the fact.
      if (kept.from !== '') isPart?.(() => loadAll(mailbox.documents, ...INTENTS))
      return fold(
        fact,
        kept.ofKinds(...intents).filter(({ intent }) => factOf(intent) === id),
      )
    },
  })

  return { newestFirst, byUlid }
}

const loadAll = (documents: DocumentCache, ...kinds: readonly string[]) =>
  Promise.all(kinds.map((kind) => documents.loadAll(kind)))
