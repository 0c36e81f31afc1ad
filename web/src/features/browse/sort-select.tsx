import { SORTS, type Sort } from '../../blocks/catalogue/browse-filters.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Select } from '../../ui/forms/select.tsx'

export function SortSelect({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation('catalogue')
  const names: Record<Sort, string> = {
    popular: t('sort.popular'),
    'price-low': t('sort.priceLow'),
    'price-high': t('sort.priceHigh'),
    rating: t('sort.rating'),
    name: t('sort.name'),
  }
  return (
    <Select
      shape="chip"
      aria-label={t('sort.label')}
      value={value}
      onChange={(event) => onChange(event.target.value as Sort)}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {names[sort]}
        </option>
      ))}
    </Select>
  )
}
