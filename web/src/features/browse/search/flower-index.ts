import SearchableMap from 'minisearch/SearchableMap'
import { type Flower, findCity, formsOf, wordsOf } from '#model'
import { CITY_ALIASES } from '../../../data/catalogue/city-aliases.ts'
import { CATEGORY_SYNONYMS, emojiToWords, OCCASION_SYNONYMS, OTHER_FLOWERS } from './search-synonyms.ts'

type Terms = SearchableMap<Set<string>>

/** How long it works at once, so that a tap is answered in between. */
const INDEXED_MS = 8

/** The words that flowers are found by. Each flower is indexed once, and again only when it has changed. */
export class FlowerIndex {
  readonly #terms: Terms = new SearchableMap()
  readonly #read = new WeakSet<Flower>()
  /** Indexed texts, by flower id. */
  readonly #texts = new Map<string, readonly string[]>()
  readonly #formsOfText = new Map<string, string[]>()
  readonly #holders = new Map<string, ReadonlySet<string>>()

  /** Indexes in small portions, between which the page can respond; if it is aborted, what was indexed stays. */
  async read(flowers: readonly Flower[], signal?: AbortSignal): Promise<void> {
    const unread = flowers.filter((flower) => !this.#read.has(flower))
    signal?.throwIfAborted()
    let until = performance.now() + INDEXED_MS
    for (const flower of unread) {
      if (performance.now() > until) {
        await new Promise((resolve) => setTimeout(resolve))
        signal?.throwIfAborted()
        until = performance.now() + INDEXED_MS
      }
      this.#readOne(flower)
    }
  }

  /**
   * Returns the document ids of the flowers that contain every word, or a word that begins with it; if none does, a
   * similar word counts.
   */
  find(search: string): ReadonlySet<string> {
    const words = wordsOf(emojiToWords(search))
    const found = new Set(held(words.map((word) => this.#findWord(word))))
    // Two typed words may be one word of a flower: सूरज मुखी, gul daudi.
    for (const [i, word] of words.slice(1).entries()) {
      const together = this.#holdersOfWhole(`${words[i]}${word}`)
      if (together.size === 0) continue
      const others = words.filter((_, place) => place !== i && place !== i + 1).map((other) => this.#findWord(other))
      for (const id of held([together, ...others])) found.add(id)
    }
    return found
  }

  #holdersOfWhole(word: string): ReadonlySet<string> {
    return beginningWith(this.#terms, formsOf(word))
  }

  #findWord(word: string) {
    const found = this.#holders.get(word) ?? holdersOf(this.#terms, formsOf(word))
    this.#holders.set(word, found)
    return found
  }

  #readOne(flower: Flower) {
    this.#read.add(flower)
    const id = flower._id
    const texts = textsOf(flower)
    const before = this.#texts.get(id) ?? []
    if (before.join() === texts.join()) return
    this.#texts.set(id, texts)
    this.#holders.clear()
    for (const form of this.#formsOf(before)) this.#terms.get(form)?.delete(id)
    for (const form of this.#formsOf(texts)) {
      const holders = this.#terms.get(form)
      if (holders) holders.add(id)
      else this.#terms.set(form, new Set([id]))
    }
  }

  #formsOf(texts: readonly string[]) {
    return texts.flatMap((text) => {
      const forms = this.#formsOfText.get(text) ?? wordsOf(text).flatMap(formsOf)
      this.#formsOfText.set(text, forms)
      return forms
    })
  }
}

const otherFlowers = OTHER_FLOWERS.map((names) => ({ names, forms: new Set(wordsOf(names).flatMap(formsOf)) }))
const contentsByAlt = new Map<string, string>()

/**
 * The other flowers in a bouquet. A search for roses must not find every bouquet with a rose in it, but marigolds are
 * in bouquets only.
 */
function contentsOf({ alt }: Flower): string {
  const text = `${alt.en} ${alt.hi}`
  const known = contentsByAlt.get(text)
  if (known !== undefined) return known
  const forms = wordsOf(text).flatMap(formsOf)
  const contents = otherFlowers.filter((other) => forms.some((form) => other.forms.has(form)))
  const names = contents.map(({ names }) => names).join(' ')
  contentsByAlt.set(text, names)
  return names
}

const textsOf = (flower: Flower): string[] => {
  const { name, floristName, city, category, occasion } = flower
  const place = findCity(city)
  return [
    name.en,
    name.hi,
    contentsOf(flower),
    floristName.en,
    floristName.hi,
    place ? `${place.name.en} ${place.name.hi} ${CITY_ALIASES[place.id] ?? ''}` : city,
    CATEGORY_SYNONYMS[category],
    OCCASION_SYNONYMS[occasion],
  ]
}

/** The flowers that are in all of these sets. */
const held = ([first = new Set(), ...others]: readonly ReadonlySet<string>[]): string[] =>
  [...first].filter((id) => others.every((other) => other.has(id)))

function beginningWith(terms: Terms, forms: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const form of forms) for (const holders of terms.atPrefix(form).values()) for (const id of holders) found.add(id)
  return found
}

function holdersOf(terms: Terms, forms: readonly string[]): ReadonlySet<string> {
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
