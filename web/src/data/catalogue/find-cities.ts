import { CITIES, type City, findCity, formsOf, wordsOf } from '#model'
import type { Language } from '../../i18n/language.ts'
import { CITY_ALIASES } from './city-aliases.ts'

let formsOfCity: Map<City, string[]> | undefined

/**
 * The cities whose names, current or former, in either language, have a word that begins with each word of the search.
 */
export function findCities(search: string): City[] {
  formsOfCity ??= new Map(
    CITIES.map((city) => {
      const names = [city.name.en, city.name.hi, CITY_ALIASES[city.id] ?? '']
      return [city, wordsOf(names.join(' ')).flatMap(formsOf)]
    }),
  )
  const wanted = wordsOf(search).map(formsOf)
  return [...formsOfCity]
    .filter(([, names]) => wanted.every((forms) => forms.some((form) => names.some((name) => name.startsWith(form)))))
    .map(([city]) => city)
}

/** The options of a picker with a search field. */
export function cityOptions(language: Language) {
  const optionOf = ({ id, name }: City) => ({
    value: id,
    label: name[language],
    isCalled: (typed: string) => findCity(typed)?.id === id,
  })
  return { options: CITIES.map(optionOf), find: (typed: string) => findCities(typed).map(optionOf) }
}
