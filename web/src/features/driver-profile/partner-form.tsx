import { valibotResolver } from '@hookform/resolvers/valibot'
import { Bike, Car, Motorbike, Truck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { SERVICE_RADII, SPOKEN_LANGUAGES, ulidOf, updateProfile } from '#model'
import { useFieldErrors } from '../../blocks/applications/wizard/form/use-field-errors.ts'
import { NumberField } from '../../blocks/applications/wizard/steps/number-field.tsx'
import { CityField, EmailField, NameField, PhoneField } from '../../blocks/people/person-fields.tsx'
import styles from '../../blocks/people/profile.module.css'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Chips, RadioCards } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { changesOf, PartnerDraft, type PartnerValues, partnerRules, valuesOf } from './partner-rules.ts'

interface PartnerFormProps {
  account: AccountSummary
  profile: ProfileView
  /** Called with the ULID of the change. */
  onAsked: (ulid: string) => void
  onClose: () => void
}

/** Changes the profile, also without a network: the change is stored on this phone, shown at once, and sent. */
export function PartnerForm({ account, profile, onAsked, onClose }: PartnerFormProps) {
  const { t } = useTranslation('driver-profile')
  const { t: people } = useTranslation('people')
  const { t: terms } = useTranslation('applications')
  const [{ typed, opened }] = useState(() => {
    const kept = drafts.get('partner-profile')
    const shown = valuesOf(account.name, profile)
    return v.is(PartnerDraft, kept) ? kept : { typed: shown, opened: shown }
  })
  const { register, handleSubmit, watch, setValue, formState } = useForm<PartnerValues>({
    resolver: valibotResolver(partnerRules(opened)),
    defaultValues: typed,
    reValidateMode: 'onChange',
  })
  const textOf = useFieldErrors()
  const errorOf = (field: keyof PartnerValues) => textOf(field, formState.errors[field]?.message)
  const [vehicleType, vehicleNumber, languages] = watch(['vehicleType', 'vehicleNumber', 'languages'])
  const languageNames = terms('languages', { returnObjects: true })
  const hasPlate = vehicleType !== 'bicycle'

  useEffect(() => {
    const typing = watch((typed) => drafts.save('partner-profile', { typed, opened }))
    return () => typing.unsubscribe()
  }, [watch, opened])
  const close = () => {
    drafts.clear('partner-profile')
    onClose()
  }

  const save = handleSubmit(async (values) => {
    const changes = changesOf(opened, values)
    if (Object.keys(changes).length > 0) {
      const asking = ask(updateProfile, changes).then(({ intentId }) => onAsked(ulidOf(intentId)))
      if (!(await saveOrToast(asking))) return
    }
    close()
  })

  return (
    <Form className={styles.form} onSubmit={save}>
      <h3>{t('personal')}</h3>
      <NameField {...register('name')} error={errorOf('name')} />
      <EmailField value={account.email} hint={people('profile.emailLocked')} readOnly aria-readonly="true" />
      <PhoneField {...register('phone')} error={errorOf('phone')} />
      <Field
        label={terms('fields.emergencyContact')}
        hint={terms('hints.emergencyContact')}
        error={errorOf('emergencyContact')}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('emergencyContact')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="+91"
          />
        )}
      </Field>
      <CityField {...register('city')} hint={t('cityNote')} error={errorOf('city')} mayBeNone={opened.city === ''} />
      <h3>{t('vehicle')}</h3>
      <RadioCards
        legend={terms('fields.vehicleType')}
        value={vehicleType}
        onChange={(value) => setValue('vehicleType', value, { shouldValidate: formState.isSubmitted })}
        error={errorOf('vehicleType')}
        options={[
          { value: 'bike', icon: Motorbike, label: terms('vehicles.bike') },
          { value: 'car', icon: Car, label: terms('vehicles.car') },
          { value: 'van', icon: Truck, label: terms('vehicles.van') },
          { value: 'bicycle', icon: Bike, label: terms('vehicles.bicycle') },
        ]}
      />
      <NumberField
        {...register('vehicleNumber')}
        label={terms('fields.vehicleNumber')}
        hint={hasPlate ? undefined : terms('hints.bicycle')}
        error={errorOf('vehicleNumber')}
        typed={vehicleNumber}
        warn={(number, { isWellFormed }) =>
          hasPlate && !isWellFormed('vehicle', number) ? terms('unusual.vehicle') : undefined
        }
      />
      <Field label={terms('fields.serviceRadius')} error={errorOf('serviceRadius')}>
        {(control) => (
          <Select {...control} {...register('serviceRadius')}>
            {opened.serviceRadius === '' && <option value="">{terms('notGiven')}</option>}
            {SERVICE_RADII.map((radius) => (
              <option key={radius} value={radius}>
                {terms('kilometres', { radius })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <h3>{t('languages')}</h3>
      <Chips
        legend={terms('fields.languages')}
        options={SPOKEN_LANGUAGES.map((language) => ({ value: language, label: languageNames[language] }))}
        values={languages}
        onChange={(chosen) => setValue('languages', chosen)}
      />
      <div className={styles.actions}>
        <Button onClick={close}>{people('profile.cancel')}</Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {people('profile.save')}
        </Button>
      </div>
    </Form>
  )
}
