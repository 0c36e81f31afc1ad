import { type Asked, type IntentKind, type IntentOf, ulidOf } from '#model'
import type { DocumentCache } from '../local/document-cache.ts'
import { isAsked } from '../local/intent-progress.ts'
import type { KeptIntents } from '../local/kept-intents.ts'
import type { Stored } from '../pouch/reads.ts'

export interface ListDefinition<Fact extends Stored, K extends IntentKind, View> {
  /** The beginning of its queries' keys. */
  key: string
  /** Id prefix of the facts; what follows it in an id is a ULID. */
  facts: string
  /** The intents that make a fact or concern one. */
  intents: readonly K[]
  /** Id of the fact that an intent makes or concerns. */
  factOf: (intent: IntentOf<K>) => string
  /** Returns what the list shows of a fact and of what was asked about it (oldest first); undefined if it shows nothing. */
  fold: (fact: Fact | undefined, asked: readonly Asked<K>[]) => View | undefined
}

/** The views of one list as far as it is loaded. A view is folded again only when its documents change; else it stays the same object. */
export class FoldedList<Fact extends Stored, K extends IntentKind, View> {
  readonly #definition: ListDefinition<Fact, K, View>
  readonly #documents: DocumentCache
  readonly #views = new Map<string, View>()
  /** The intents about each fact, by the fact's id. */
  readonly #intentsOf = new Map<string, Map<string, Asked<K>>>()
  /** The id of the fact that each intent is about, by the intent's id. */
  readonly #factOf = new Map<string, string>()
  /** How much of the two logs has been read. */
  #followed = { documents: 0, intents: 0 }
  #shown: { since: string; items: readonly View[] } | undefined
  #ids: readonly string[] | undefined

  constructor(documents: DocumentCache, definition: ListDefinition<Fact, K, View>) {
    this.#documents = documents
    this.#definition = definition
  }

  /** Returns the views from this ULID on, newest first; the same array as the last time if none of them has changed. */
  items(intents: KeptIntents, since: string): readonly View[] {
    this.#update(intents)
    if (this.#shown?.since === since) return this.#shown.items
    this.#ids ??= [...this.#views.keys()].sort().reverse()
    const items = this.#ids.flatMap((id) => (ulidOf(id) >= since ? (this.#views.get(id) ?? []) : []))
    this.#shown = { since, items }
    return items
  }

  #update(intents: KeptIntents) {
    const { facts, intents: kinds } = this.#definition
    const touched = new Set<string>()
    const documents = this.#documents.loggedSince(this.#followed.documents)
    for (const id of documents.ids) if (id.startsWith(`${facts}:`)) touched.add(id)
    const changed = intents.loggedSince(this.#followed.intents)
    for (const id of changed.ids) {
      const before = this.#forget(id)
      if (before) touched.add(before)
      const asked = intents.get(id)
      if (asked && isAsked(asked, kinds)) touched.add(this.#note(id, asked))
    }
    this.#followed = { documents: documents.length, intents: changed.length }
    for (const id of touched) this.#fold(id)
  }

  #note(intentId: string, asked: Asked<K>): string {
    const factId = this.#definition.factOf(asked.intent)
    this.#factOf.set(intentId, factId)
    const about = this.#intentsOf.get(factId) ?? new Map<string, Asked<K>>()
    this.#intentsOf.set(factId, about.set(intentId, asked))
    return factId
  }

  #forget(intentId: string): string | undefined {
    const factId = this.#factOf.get(intentId)
    this.#factOf.delete(intentId)
    if (factId) this.#intentsOf.get(factId)?.delete(intentId)
    return factId
  }

  #fold(id: string) {
    const about = [...(this.#intentsOf.get(id) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
    const view = this.#definition.fold(
      this.#documents.one<Fact>(this.#definition.facts, id),
      about.map(([, asked]) => asked),
    )
    if (view === undefined || !this.#views.has(id)) this.#ids = undefined
    this.#shown = undefined
    if (view === undefined) this.#views.delete(id)
    else this.#views.set(id, view)
  }
}
