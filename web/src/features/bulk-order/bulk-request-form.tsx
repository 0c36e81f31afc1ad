import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  dayOf,
  FLOWER_TYPES,
  findCity,
  formatPhone,
  hasVisibleText,
  lastBulkDay,
  looksLikeMobile,
  MOST_QUANTITY,
  QUANTITY_UNITS,
  ulidOf,
} from '#model'
import { useBulkWords } from '../../blocks/bulk/bulk-words.ts'
import { now } from '../../clock/page-clock.ts'
import { useNow } from '../../clock/use-now.ts'
import { bulkRequests } from '../../data/bulk/own-requests.ts'
import { servedCities } from '../../data/bulk/served-cities.ts'
import { cityOptions } from '../../data/catalogue/find-cities.ts'
import { ownProfile, type ProfileView } from '../../data/people/profile.ts'
import { usePreference } from '../../data/preferences.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Chips } from '../../ui/forms/choices.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import {
  type BulkField,
  type BulkValues,
  bulkDraft,
  bulkForm,
  type CheckedValues,
  FIELDS,
  initialValues,
  MOST,
  payloadOf,
} from './bulk-form.ts'
import styles from './bulk-order.module.css'

const form = bulkForm(now)
/** How many kinds of flowers are shown at first; the others are behind a button. */
const FLOWERS_FIRST = 5

interface BulkRequestFormProps {
  /** The form was filled in with an earlier request. */
  isFilledAgain: boolean
  /** Called with the ULID of the request, once it is stored on this device. */
  onSubmitted: (ulid: string) => void
}

export function BulkRequestForm(props: BulkRequestFormProps) {
  const profile = useLive(ownProfile)
  const { account } = useSession()
  const [shopCity] = usePreference('city')
  // The profile must not fill in fields while a person types, so the form waits for it.
  if (profile.status === 'loading') return <Loading />
  const own: Partial<ProfileView> = profile.status === 'ready' && account ? profile.data : {}
  const known = {
    ...(account && { buyerName: own.name || account.name, email: account.email }),
    ...(own.phone !== undefined && { phone: formatPhone(own.phone) }),
    city: own.city ?? shopCity ?? '',
  }
  return <Fields {...props} first={initialValues(known, dayOf(now()))} />
}

function Fields({ first, isFilledAgain, onSubmitted }: BulkRequestFormProps & { first: BulkValues }) {
  const { t } = useTranslation('bulk-order')
  const { language } = useFormat()
  const { nameOf, units } = useBulkWords()
  const shownAt = useNow()
  const fields = useRef<HTMLFormElement>(null)
  const [defaultValues] = useState(first)
  const { register, handleSubmit, watch, setValue, formState } = useForm<BulkValues, unknown, CheckedValues>({
    resolver: valibotResolver(form),
    defaultValues,
    reValidateMode: 'onChange',
    // The form library can focus only its own inputs, and neither the flowers nor the city is one.
    shouldFocusError: false,
  })
  const { errors, submitCount, isSubmitted, isSubmitting } = formState
  const [flowerTypes, city, phone] = watch(['flowerTypes', 'city', 'phone'])
  const errorOf = useErrors((field) => errors[field]?.message)
  const unserved = useUnserved(city)
  const isUnusual = hasVisibleText(phone) && !looksLikeMobile(phone)

  useEffect(() => {
    const typing = watch((typed) => bulkDraft.save(typed))
    return () => typing.unsubscribe()
  }, [watch])

  useEffect(() => {
    if (submitCount > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  useEffect(() => {
    if (isFilledAgain) fields.current?.querySelector('input')?.focus()
  }, [isFilledAgain])

  const submit = handleSubmit(async (values) => {
    let ulid = ''
    const asking = bulkRequests.request(payloadOf(values)).then(({ intentId }) => {
      ulid = ulidOf(intentId)
    })
    if (!(await saveOrToast(asking))) return
    bulkDraft.clear()
    onSubmitted(ulid)
  })

  return (
    <Form ref={fields} className={styles.form} onSubmit={submit}>
      <div data-field="flowerTypes">
        <Chips
          legend={t('fields.flowerTypes')}
          options={FLOWER_TYPES.map((type) => ({ value: type, label: nameOf(type) }))}
          first={{ count: FLOWERS_FIRST, more: (count) => t('more', { count }) }}
          values={flowerTypes}
          onChange={(chosen) => setValue('flowerTypes', chosen, { shouldValidate: isSubmitted })}
          error={errorOf('flowerTypes')}
        />
      </div>
      <FieldPair>
        <Field label={t('fields.quantity')} error={errorOf('quantity')}>
          {(control) => <TextInput {...control} {...register('quantity')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label={t('fields.quantityUnit')}>
          {(control) => (
            <Select {...control} {...register('quantityUnit')}>
              {QUANTITY_UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {units[unit]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FieldPair>
      <FieldPair stacks>
        <div data-field="city">
          <Field label={t('fields.city')} error={errorOf('city')} warning={unserved}>
            {(control) => (
              <Combobox
                {...control}
                keepsTyped
                autoComplete="address-level2"
                label={t('cities')}
                none={t('noCity')}
                placeholder={t('chooseCity')}
                value={city}
                {...cityOptions(language)}
                onChange={(chosen) => setValue('city', chosen, { shouldValidate: true })}
              />
            )}
          </Field>
        </div>
        <Field label={t('fields.deliveryDate')} error={errorOf('deliveryDate')}>
          {(control) => (
            <TextInput
              {...control}
              {...register('deliveryDate')}
              type="date"
              min={dayOf(shownAt)}
              max={lastBulkDay(shownAt)}
            />
          )}
        </Field>
      </FieldPair>
      <Field label={t('fields.deliveryAddress')} hint={t('addressHint')} error={errorOf('deliveryAddress')}>
        {(control) => <TextArea {...control} {...register('deliveryAddress')} rows={2} autoComplete="street-address" />}
      </Field>
      <Field label={t('fields.additionalNotes')} optional error={errorOf('additionalNotes')}>
        {(control) => (
          <TextArea {...control} {...register('additionalNotes')} rows={2} placeholder={t('notesExample')} />
        )}
      </Field>
      <FieldPair stacks>
        <Field label={t('fields.buyerName')} error={errorOf('buyerName')}>
          {(control) => <TextInput {...control} {...register('buyerName')} autoComplete="name" />}
        </Field>
        <Field label={t('fields.phone')} error={errorOf('phone')} warning={isUnusual ? t('phoneUnusual') : undefined}>
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
      </FieldPair>
      <Field label={t('fields.email')} error={errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <LiveRegion role="alert">
        {submitCount > 0 && Object.keys(errors).length > 0 && (
          <Blocked
            empty={FIELDS.filter((field) => errors[field]?.message === 'missing')}
            onField={(field) => focusField(fields.current, field)}
          />
        )}
      </LiveRegion>
      <Button type="submit" variant="primary" size="large" block busy={isSubmitting}>
        {t('submit')}
      </Button>
    </Form>
  )
}

/** Says why the request was not sent, with a button that leads to the first empty field. */
function Blocked({ empty, onField }: { empty: readonly BulkField[]; onField: (field: BulkField) => void }): ReactNode {
  const { t } = useTranslation('bulk-order')
  const names = t('fields', { returnObjects: true })
  const [first] = empty
  if (first === undefined) return <Banner tone="rose" title={t('check')} />
  return (
    <Banner tone="rose" title={t('blocked')}>
      <p>
        <button type="button" className={styles.toField} onClick={() => onField(first)}>
          {names[first]}
        </button>
        <span>{` ${empty.length > 1 ? t('emptyAnd', { count: empty.length - 1 }) : t('empty')}`}</span>
      </p>
    </Banner>
  )
}

function focusField(form: HTMLFormElement | null, field: BulkField) {
  const control = form?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"] input`)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** The sentence beside a field for its reason code. */
function useErrors(codeOf: (field: BulkField) => string | undefined) {
  const { t } = useTranslation('bulk-order')
  const { number, date } = useFormat()
  const missing: Readonly<Partial<Record<BulkField, string>>> = t('missing', { returnObjects: true })
  const most: Readonly<Partial<Record<BulkField, number>>> = MOST
  return (field: BulkField) => {
    switch (codeOf(field)) {
      case undefined:
        return undefined
      case 'missing':
        return missing[field]
      case 'number':
        return t('error.number')
      case 'most':
        return t('error.most', { most: number(MOST_QUANTITY) })
      case 'unknown':
        return t('error.unknown')
      case 'past':
        return t('error.past')
      case 'far':
        return t('error.far', { date: date(lastBulkDay(now())) })
      case 'wrong':
        return t('error.wrong')
      case 'long':
        return t('error.long', { most: number(most[field] ?? 0) })
      default:
        return t('error.other')
    }
  }
}

/** Says who answers if no supplier serves the city; nothing as long as this device does not know. */
function useUnserved(typed: string): string | undefined {
  const { t } = useTranslation('bulk-order')
  const { language } = useFormat()
  const served = useLive(servedCities)
  const city = findCity(typed)
  const isUnserved = served.status === 'ready' && served.data !== undefined && city && !served.data.includes(city.id)
  return isUnserved ? t('unserved', { city: city.name[language] }) : undefined
}
