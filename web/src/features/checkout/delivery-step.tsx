import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CITIES, dayOf, openWindows } from '#model'
import { drafts } from '../../data/drafts.ts'
import { usePreference } from '../../data/preferences.ts'
import { useFormat } from '../../i18n/format.ts'
import { useWindowNames } from '../../i18n/terms.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { ActionBar } from '../../ui/layout/page.tsx'
import styles from './checkout.module.css'
import { DeliveryForm, type DeliveryValues, looksLikeMobile, looksLikePincode, restoreDraft } from './delivery-form.ts'

export function DeliveryStep({ onDone }: { onDone: (delivery: DeliveryValues) => void }) {
  const { t } = useTranslation('checkout')
  const { language } = useFormat()
  const [city = ''] = usePreference('city')
  const names = useWindowNames()
  const today = dayOf(new Date())
  const { register, handleSubmit, watch, setValue, formState } = useForm<DeliveryValues>({
    resolver: valibotResolver(DeliveryForm),
    defaultValues: restoreDraft(drafts.get('checkout'), today, city),
    reValidateMode: 'onChange',
  })
  const values = watch()
  const isPast = values.deliveryOn < today
  const windows = openWindows(isPast ? today : values.deliveryOn, new Date())

  useEffect(() => {
    const typing = watch((typed) => drafts.save('checkout', typed))
    return () => typing.unsubscribe()
  }, [watch])

  // A window that has closed while the form was open must not be sent.
  const isClosed = !windows.includes(values.deliveryWindow)
  useEffect(() => {
    if (isClosed) setValue('deliveryWindow', 'any')
  }, [isClosed, setValue])

  const messages: Record<string, string> = {
    name: t('error.name'),
    phone: t('error.phone'),
    address: t('error.address'),
    city: t('error.city'),
    pincode: t('error.pincode'),
    deliveryOn: t('error.date'),
    past: t('error.past'),
    long: t('error.long'),
  }
  const errorOf = (field: keyof DeliveryValues) => {
    const code = formState.errors[field]?.message
    return code === undefined ? undefined : (messages[code] ?? t('error.other'))
  }
  const submit = handleSubmit((delivery) => {
    drafts.save('checkout', delivery)
    onDone(delivery)
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label={t('delivery.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field
        label={t('delivery.phone')}
        error={errorOf('phone')}
        hint={t('delivery.phoneHint')}
        warning={values.phone && !looksLikeMobile(values.phone) ? t('warning.phone') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+91"
          />
        )}
      </Field>
      <Field label={t('delivery.address')} error={errorOf('address')}>
        {(control) => <TextArea {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <div className={styles.pair}>
        <Field label={t('delivery.city')} error={errorOf('city')}>
          {(control) => (
            <Select {...control} {...register('city')}>
              <option value="">{t('delivery.chooseCity')}</option>
              {CITIES.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name[language]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('delivery.pincode')}
          error={errorOf('pincode')}
          warning={values.pincode && !looksLikePincode(values.pincode) ? t('warning.pincode') : undefined}
        >
          {(control) => (
            <TextInput {...control} {...register('pincode')} inputMode="numeric" autoComplete="postal-code" />
          )}
        </Field>
      </div>
      <Field label={t('delivery.landmark')} optional error={errorOf('landmark')}>
        {(control) => <TextInput {...control} {...register('landmark')} />}
      </Field>
      <div className={styles.pair}>
        <Field label={t('delivery.date')} error={errorOf('deliveryOn')}>
          {(control) => <TextInput {...control} {...register('deliveryOn')} type="date" min={today} />}
        </Field>
        <Field label={t('delivery.time')}>
          {(control) => (
            <Select {...control} {...register('deliveryWindow')}>
              {windows.map((window) => (
                <option key={window} value={window}>
                  {names[window]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <ActionBar>
        <Button type="submit" variant="primary" size="large">
          {t('delivery.continue')}
        </Button>
      </ActionBar>
    </form>
  )
}
