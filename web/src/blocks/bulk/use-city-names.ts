import { findCity } from '#model'
import { useFormat } from '../../i18n/format.ts'

/** Returns the names of cities (ids) as one list: "Jaipur and Delhi". */
export function useCityNames(): (cities: readonly string[]) => string {
  const { allOf, language } = useFormat()
  return (cities) => allOf(cities.map((id) => findCity(id)?.name[language] ?? id))
}
