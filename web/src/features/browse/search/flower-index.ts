import SearchableMap from 'minisearch/SearchableMap'
import { type Flower, findCity, formsOf, wordsOf } from '#model'
import { CITY_ALIASES } from '../../../data/catalogue/city-aliases.ts'
import { CATEGORY_SYNONYMS, emojiToWords, OCCASION_SYNONYMS, OTHER_FLOWERS } from './search-synonyms.ts'

type Terms = SearchableMap<Set<string>>

/** So long at once that a finger is not kept waiting. */
const INDEXED_MS = 8

/** What people search flowers by. Each is read once, and again only when it has changed. */
export class FlowerIndex {
  readonly #terms: Terms = new SearchableMap()
  readonly #read = new WeakSet<Flower>()
  /** By flower. */
  readonly #texts = new Map<string, readonly string[]>()
  readonly #formsOfText = new Map<string, string[]>()
  readonly #holders = new Map<string, ReadonlySet<string>>()

  /** In small portions, between which the page stays free; when it is told to stop, what was read remains. */
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

  /** Document ids of the flowers that hold every word, or its beginning; where none does, a word much like it. */
  find(search: string): ReadonlySet<string> {
    const words = wordsOf(emojiToWords(search))
    const found = new Set(held(words.map((word) => this.#findWord(word))))
    // Two words may be one: सूरज मुखी, gul daudi.
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

/** The other flowers in it. Whoever wants roses does not want whatever has one in it, but marigolds stand nowhere else. */
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

/** Flowers that are in all of these. */
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

/** With two neighbours in each other's place, the commonest slip of a thumb, which counts as two mistakes. */
const swapsOf = (word: string): string[] =>
  word.length < 4
    ? []
    : Array.from(
        { length: word.length - 1 },
        (_, i) => `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`,
      )

/** How many letters may be wrong, missing or too many. */
const mistakes = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)
