import type SearchableMap from 'minisearch/SearchableMap'

/** The ids of what contains a term. */
export type Terms = SearchableMap<Set<string>>

/**
 * Returns the holders of every term that begins with one of these forms; if there is none, of similar terms: small
 * typing mistakes are forgiven.
 */
export function holdersOf(terms: Terms, forms: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (holders: Iterable<string>) => {
    for (const id of holders) found.add(id)
  }
  for (const form of forms) for (const holders of terms.atPrefix(form).values()) add(holders)
  if (found.size > 0) return found
  for (const form of forms) for (const swapped of swapsOf(form)) add(terms.get(swapped) ?? [])
  for (const form of forms)
    if (mistakes(form) > 0) for (const [holders] of terms.fuzzyGet(form, mistakes(form)).values()) add(holders)
  return found
}

/** The word with two neighbouring letters swapped: the commonest typing mistake, which would count as two. */
const swapsOf = (word: string): string[] =>
  word.length < 4
    ? []
    : Array.from(
        { length: word.length - 1 },
        (_, i) => `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`,
      )

/** How many letters may be wrong, missing or extra. */
const mistakes = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)
