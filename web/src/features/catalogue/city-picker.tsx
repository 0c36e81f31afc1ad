import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CITIES, findCity } from '#model'
import { usePreference } from '../../data/preferences.ts'
import { useFormat } from '../../i18n/format.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'

/** Where to deliver; remembered in this browser. */
export function CityPicker() {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const [city, setCity] = usePreference('city')
  return (
    <Field label={t('city.label')}>
      {(control) => (
        <Select
          {...control}
          icon={MapPin}
          value={findCity(city ?? '')?.id ?? ''}
          onChange={(event) => setCity(event.target.value || undefined)}
        >
          <option value="">{t('city.any')}</option>
          {CITIES.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name[language]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
