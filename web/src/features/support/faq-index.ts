import SearchableMap from 'minisearch/SearchableMap'
import { formsOf, wordsOf } from '#model'
import { holdersOf, type Terms } from '../../i18n/words/find-word.ts'

/** Finds entries by the words of their texts, in whichever language, with small typing mistakes. */
export class FaqIndex {
  readonly #terms: Terms = new SearchableMap()

  constructor(texts: readonly (readonly [id: string, text: string])[]) {
    for (const [id, text] of texts)
      for (const form of wordsOf(text).flatMap(formsOf)) {
        const holders = this.#terms.get(form)
        if (holders) holders.add(id)
        else this.#terms.set(form, new Set([id]))
      }
  }

  /** Returns the ids of the entries that contain every word. */
  find(search: string): ReadonlySet<string> {
    const [first = new Set<string>(), ...others] = wordsOf(search).map((word) => holdersOf(this.#terms, formsOf(word)))
    return new Set([...first].filter((id) => others.every((other) => other.has(id))))
  }
}
