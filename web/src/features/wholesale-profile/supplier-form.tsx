import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { SUPPLIER_CITIES, ulidOf, updateProfile } from '#model'
import { useFieldErrors } from '../../blocks/applications/wizard/form/use-field-errors.ts'
import { EmailField, PhoneField } from '../../blocks/people/person-fields.tsx'
import styles from '../../blocks/people/profile.module.css'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Chips } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { changesOf, SupplierDraft, type SupplierValues, supplierRules, valuesOf } from './supplier-rules.ts'

interface SupplierFormProps {
  account: AccountSummary
  profile: ProfileView
  /** Called with the ULID of the change. */
  onAsked: (ulid: string) => void
  onClose: () => void
}

/** Changes the profile, also without a network: the change is stored on this phone, shown at once, and sent. */
export function SupplierForm({ account, profile, onAsked, onClose }: SupplierFormProps) {
  const { t } = useTranslation('wholesale-profile')
  const { t: people } = useTranslation('people')
  const { t: terms } = useTranslation('applications')
  const { language } = useFormat()
  const [{ typed, opened }] = useState(() => {
    const kept = drafts.get('supplier-profile')
    const shown = valuesOf(profile)
    return v.is(SupplierDraft, kept) ? kept : { typed: shown, opened: shown }
  })
  const { register, handleSubmit, watch, setValue, formState } = useForm<SupplierValues>({
    resolver: valibotResolver(supplierRules(opened)),
    defaultValues: typed,
    reValidateMode: 'onChange',
  })
  const textOf = useFieldErrors()
  const errorOf = (field: keyof SupplierValues) => textOf(field, formState.errors[field]?.message)

  useEffect(() => {
    const typing = watch((typed) => drafts.save('supplier-profile', { typed, opened }))
    return () => typing.unsubscribe()
  }, [watch, opened])
  const close = () => {
    drafts.clear('supplier-profile')
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
      <h3>{t('business')}</h3>
      <Field label={terms('fields.businessName')} error={errorOf('businessName')}>
        {(control) => <TextInput {...control} {...register('businessName')} autoComplete="organization" />}
      </Field>
      <Field label={terms('fields.contactPerson')} error={errorOf('contactPerson')}>
        {(control) => <TextInput {...control} {...register('contactPerson')} autoComplete="name" />}
      </Field>
      <EmailField value={account.email} hint={t('emailNote')} readOnly aria-readonly="true" />
      <PhoneField {...register('phone')} hint={t('phoneNote')} error={errorOf('phone')} />
      <Field label={terms('fields.address')} error={errorOf('address')}>
        {(control) => <TextArea {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <h3>{t('where')}</h3>
      <Chips
        legend={terms('fields.citiesServed')}
        hint={t('citiesNote')}
        options={SUPPLIER_CITIES.map(({ id, name }) => ({ value: id, label: name[language] }))}
        values={watch('citiesServed')}
        onChange={(chosen) => setValue('citiesServed', chosen, { shouldValidate: formState.isSubmitted })}
        error={errorOf('citiesServed')}
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
