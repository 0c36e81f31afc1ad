import { MapPin } from 'lucide-react'
import { findCity, hasVisibleText } from '#model'
import { cityOptions } from '../../data/catalogue/find-cities.ts'
import { usePreference } from '../../data/preferences.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'

interface CityPickerProps {
  /** A city's id; default: the one remembered in this browser. */
  city?: string | undefined
  onChange?: (city: string | undefined) => void
}

/** Chooses the city to deliver to; the choice is remembered in this browser. */
export function CityPicker({ city, onChange }: CityPickerProps) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const [remembered, remember] = usePreference('city')
  const all = { value: '', label: t('city.all') }
  const { options, find } = cityOptions(language)
  const value = findCity(city ?? (onChange ? '' : (remembered ?? '')))?.id
  return (
    <Field label={t('city.label')}>
      {(control) => (
        <Combobox
          {...control}
          icon={MapPin}
          label={t('city.list')}
          none={t('city.none')}
          placeholder={t('city.any')}
          value={value ?? 'none'}
          options={[all, ...options]}
          find={(typed) => (hasVisibleText(typed) ? find(typed) : [all, ...options])}
          onChange={(chosen) => {
            remember(chosen || undefined)
            onChange?.(chosen || undefined)
          }}
        />
      )}
    </Field>
  )
}
