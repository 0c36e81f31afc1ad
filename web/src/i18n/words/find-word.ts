import type SearchableMap from 'minisearch/SearchableMap'

/** The ids of what contains a term. */
export type Terms = SearchableMap<Set<string>>

/** Returns the holders of every term that begins with one of these forms. */
export function beginningWith(terms: Terms, forms: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const form of forms) for (const holders of terms.atPrefix(form).values()) for (const id of holders) found.add(id)
  return found
}

/**
 * Returns the holders of every term that begins with one of these forms; if there is none, of similar terms: small
 * typing mistakes are forgiven.
 */
export function holdersOf(terms: Terms, forms: readonly string[]): ReadonlySet<string> {
  const found = beginningWith(terms, forms)
  if (found.size > 0) return found
  const add = (holders: Iterable<string>) => {
    for (const id of holders) found.add(id)
  }
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
