import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { addressWarnings, dayOf, findCity, lastDeliveryDay, MOST_DAYS_AHEAD, mostLettersIn, openWindows } from '#model'
import { IndiaTimes } from '../../../blocks/orders/india-times.tsx'
import { useAddressWarnings, useDeliveryErrors, useWindowNames } from '../../../blocks/orders/order-labels.ts'
import { now } from '../../../clock/page-clock.ts'
import { useNow } from '../../../clock/use-now.ts'
import { cityOptions } from '../../../data/catalogue/find-cities.ts'
import { drafts } from '../../../data/drafts.ts'
import { type RememberedAddress, rememberedAddresses } from '../../../data/people/addresses.ts'
import { usePreference } from '../../../data/preferences.ts'
import { useLive } from '../../../data/use-live.ts'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FieldPair } from '../../../ui/forms/field-pair.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { ActionBar } from '../../../ui/layout/page.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { Loading } from '../../../ui/states/loading.tsx'
import styles from '../draft/checkout-forms.module.css'
import { type DeliveryValues, deliveryForm, restoreDraft } from '../draft/delivery-form.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import { SubstitutionChoice } from './substitution-choice.tsx'

const form = deliveryForm(now)

/** `onDone` reads what was typed from the drafts. */
export function DeliveryStep({ onDone }: { onDone: () => void }) {
  const saved = useLive(rememberedAddresses)
  // The addresses above the form must not push it down while a person types.
  if (saved.status === 'loading') return <Loading />
  return <Delivery onDone={onDone} saved={saved.status === 'ready' ? saved.data : []} />
}

function Delivery({ onDone, saved }: { onDone: () => void; saved: readonly RememberedAddress[] }) {
  const { t } = useTranslation('orders')
  const { language } = useFormat()
  const { account } = useSession()
  const [shopCity = ''] = usePreference('city')
  const names = useWindowNames()
  const at = useNow()
  const today = dayOf(at)
  const { register, handleSubmit, watch, setValue, getValues, reset, resetField, formState } = useForm<DeliveryValues>({
    resolver: valibotResolver(form),
    defaultValues: restoreDraft(drafts.get('checkout'), today, shopCity),
    reValidateMode: 'onChange',
    // The form library can focus only its own inputs, and the city is not one.
    shouldFocusError: false,
  })
  const values = watch()
  const warnings = useAddressWarnings(addressWarnings(values), findCity(values.city)?.name[language] ?? '')
  const isPast = values.deliveryOn < today
  const windows = openWindows(isPast ? today : values.deliveryOn, at)

  // The form began with a day that is past by now: midnight came, or an answer said what time it really is.
  const isOutdated = isPast && !formState.dirtyFields.deliveryOn
  useEffect(() => {
    // As the new default, so that `Form`, which tells the field's handlers the new value, does not make it the person's.
    if (isOutdated) resetField('deliveryOn', { defaultValue: today })
  }, [isOutdated, resetField, today])

  useEffect(() => {
    const typing = watch((typed) => drafts.save('checkout', typed))
    return () => typing.unsubscribe()
  }, [watch])

  // A time window that closed while the form was open must not be sent.
  const isClosed = !windows.includes(values.deliveryWindow)
  useEffect(() => {
    if (isClosed) setValue('deliveryWindow', 'any')
  }, [isClosed, setValue])

  // A person who logs in, here or in another tab, no longer sees the e-mail: it must not make the form invalid.
  const hasHiddenEmail = account !== undefined && values.email !== ''
  useEffect(() => {
    if (hasHiddenEmail) setValue('email', '')
  }, [hasHiddenEmail, setValue])

  const sentence = useDeliveryErrors()
  const errorOf = (field: keyof DeliveryValues) => {
    const code = formState.errors[field]?.message
    return code === 'far' ? t('checkout.error.far', { count: MOST_DAYS_AHEAD }) : sentence(code, mostLettersIn(field))
  }
  const submit = handleSubmit((delivery) => {
    drafts.save('checkout', delivery)
    // The next payment step starts without an acknowledged total.
    drafts.clear('seen')
    onDone()
  })

  const fields = useRef<HTMLFormElement>(null)
  const { submitCount } = formState
  useEffect(() => {
    if (submitCount > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  // Without the form there is nothing that Undo could fill in.
  const withdrawUndo = useRef<() => void>(undefined)
  useEffect(() => () => withdrawUndo.current?.(), [])

  const fill = (next: DeliveryValues) => {
    reset(next)
    drafts.save('checkout', next)
  }
  const choose = ({ landmark = '', ...address }: RememberedAddress['address']) => {
    const before = getValues()
    fill({ ...before, ...address, landmark })
    withdrawUndo.current = showToast({
      message: t('checkout.addresses.filled', { name: address.name }),
      action: { label: t('checkout.addresses.undo'), onAction: () => fill(before) },
    })
  }

  return (
    <Form ref={fields} className={styles.form} onSubmit={submit}>
      <SavedAddresses saved={saved} onChoose={choose} />
      <Field label={t('checkout.delivery.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field
        label={t('checkout.delivery.phone')}
        error={errorOf('phone')}
        hint={t('checkout.delivery.phoneHint')}
        warning={warnings.phone}
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
      {!account && (
        <Field
          label={t('checkout.delivery.email')}
          optional
          error={errorOf('email')}
          hint={t('checkout.delivery.emailHint')}
        >
          {(control) => (
            <TextInput {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
      )}
      <Field label={t('checkout.delivery.address')} error={errorOf('address')}>
        {(control) => <TextArea {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <FieldPair stacks>
        <Field label={t('checkout.delivery.city')} error={errorOf('city')}>
          {(control) => (
            <Combobox
              {...control}
              keepsTyped
              autoComplete="address-level2"
              label={t('checkout.delivery.cities')}
              none={t('checkout.delivery.noCity')}
              placeholder={t('checkout.delivery.chooseCity')}
              value={values.city}
              {...cityOptions(language)}
              onChange={(chosen) => setValue('city', chosen, { shouldValidate: true })}
            />
          )}
        </Field>
        <Field label={t('checkout.delivery.pincode')} error={errorOf('pincode')} warning={warnings.pincode}>
          {(control) => (
            <TextInput {...control} {...register('pincode')} inputMode="numeric" autoComplete="postal-code" />
          )}
        </Field>
      </FieldPair>
      <Field label={t('checkout.delivery.landmark')} optional error={errorOf('landmark')}>
        {(control) => <TextInput {...control} {...register('landmark')} />}
      </Field>
      <FieldPair stacks>
        <Field label={t('checkout.delivery.date')} error={errorOf('deliveryOn')}>
          {(control) => (
            <TextInput {...control} {...register('deliveryOn')} type="date" min={today} max={lastDeliveryDay(at)} />
          )}
        </Field>
        <Field label={t('checkout.delivery.time')}>
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
      </FieldPair>
      <IndiaTimes />
      <SubstitutionChoice value={values.substitution} onChange={(chosen) => setValue('substitution', chosen)} />
      <ActionBar>
        <Button type="submit" variant="primary" size="large">
          {t('checkout.delivery.continue')}
        </Button>
      </ActionBar>
    </Form>
  )
}
