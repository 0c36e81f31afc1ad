import { CalendarDays, MapPin, Search } from 'lucide-react'
import { useCityNames } from '../../../blocks/bulk/use-city-names.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import styles from '../wholesale-dashboard.module.css'
import { DATES, type Filter, SHOWN } from './filter-requests.ts'

interface RequestFilterProps {
  filter: Filter
  /** Ids of the cities that can be chosen. */
  cities: readonly string[]
  onChange: (filter: Filter) => void
}

export function RequestFilter({ filter, cities, onChange }: RequestFilterProps) {
  const { t } = useTranslation('wholesale')
  const { language } = useFormat()
  const namesOf = useCityNames()
  const byName = cities
    .map((id) => ({ id, name: namesOf([id]) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
  const shown = {
    all: t('filter.all'),
    new: t('state.new'),
    interested: t('state.interested'),
    agreed: t('state.agreed'),
    ended: t('state.ended'),
  }
  const dates = {
    any: t('filter.anyDate'),
    week: t('filter.week'),
    month: t('filter.month'),
    later: t('filter.later'),
  }
  return (
    <div className={styles.filter}>
      <TextInput
        type="search"
        className={styles.search}
        icon={Search}
        aria-label={t('filter.search')}
        placeholder={t('filter.searchHint')}
        maxLength={200}
        value={filter.typed}
        onChange={(event) => onChange({ ...filter, typed: event.target.value })}
      />
      <Select
        icon={MapPin}
        aria-label={t('filter.city')}
        value={filter.city}
        onChange={(event) => onChange({ ...filter, city: event.target.value })}
      >
        <option value="">{t('filter.anyCity')}</option>
        {byName.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        icon={CalendarDays}
        aria-label={t('filter.date')}
        value={filter.date}
        onChange={(event) => {
          const date = DATES.find((one) => one === event.target.value)
          if (date) onChange({ ...filter, date })
        }}
      >
        {DATES.map((date) => (
          <option key={date} value={date}>
            {dates[date]}
          </option>
        ))}
      </Select>
      <div className={styles.chips}>
        <ChipGroup
          legend={t('filter.show')}
          legendHidden
          options={SHOWN.map((value) => ({ value, label: shown[value] }))}
          value={filter.shown}
          onChange={(value) => onChange({ ...filter, shown: value })}
        />
      </div>
    </div>
  )
}
