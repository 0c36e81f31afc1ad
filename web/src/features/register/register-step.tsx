import { valibotResolver } from '@hookform/resolvers/valibot'
import { Flower2, Truck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { AcceptTerms } from '../../blocks/people/accept-terms.tsx'
import styles from '../../blocks/people/account-forms.module.css'
import { useFieldErrors } from '../../blocks/people/field-errors.ts'
import { type CodeRequestDraft, justSent } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { CityField, EmailField, NameField, PhoneField } from '../../blocks/people/person-fields.tsx'
import {
  RegistrationForm,
  type RegistrationValues,
  restoreRegistration,
} from '../../blocks/people/registration-form.ts'
import { prefillApplication } from '../../data/applications/application-draft.ts'
import { drafts } from '../../data/drafts.ts'
import { registerAccount } from '../../data/people/registration.ts'
import { usePreference } from '../../data/preferences.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { RadioCards } from '../../ui/forms/choices.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { RegisterFailure, type RegistrationFailure } from './register-failure.tsx'

export function RegisterStep({ onRegistered }: { onRegistered: (asked: CodeRequestDraft) => void }) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const [city = ''] = usePreference('city')
  const [failure, setFailure] = useState<RegistrationFailure>()
  const { register, handleSubmit, watch, getValues, setValue, setError, formState } = useForm<RegistrationValues>({
    resolver: valibotResolver(RegistrationForm),
    defaultValues: restoreRegistration(drafts.get('register'), city),
    reValidateMode: 'onChange',
  })
  const type = watch('type')
  const isPartner = type === 'partner'

  useEffect(() => {
    const typing = watch((typed) => drafts.save('register', typed))
    return () => typing.unsubscribe()
  }, [watch])

  const send = handleSubmit(async (values) => {
    setFailure(undefined)
    const result = await registerAccount({ ...values, type: 'customer', terms: true })
    if (result.ok) return onRegistered(justSent(values.email, result))
    const wrong = (Object.keys(values) as (keyof RegistrationValues)[]).filter((name) => result.fields?.[name])
    for (const name of wrong)
      setError(name, { message: result.fields?.[name] ?? '' }, { shouldFocus: name === wrong[0] })
    if (wrong.length === 0) setFailure({ ...result, email: values.email })
  })

  const errorOf = useFieldErrors(formState.errors)
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        if (!isPartner) return void send(event)
        event.preventDefault()
        const { name, email, phone, city: typedCity } = getValues()
        prefillApplication('driver', { name, email, phone, city: typedCity })
        void navigate(paths.driverRegister)
      }}
    >
      <RadioCards
        legend={t('register.type')}
        value={type}
        onChange={(value) => setValue('type', value)}
        options={[
          { value: 'customer', icon: Flower2, label: t('register.customer'), note: t('register.customerNote') },
          { value: 'partner', icon: Truck, label: t('register.partner'), note: t('register.partnerNote') },
        ]}
      />
      {isPartner ? (
        <Button type="submit" variant="primary" size="large" block>
          {t('register.toPartner')}
        </Button>
      ) : (
        <>
          <NameField {...register('name')} error={errorOf('name')} />
          <EmailField {...register('email')} error={errorOf('email')} hint={t('register.emailHint')} />
          <PhoneField {...register('phone')} error={errorOf('phone')} />
          <CityField {...register('city')} error={errorOf('city')} mayBeNone />
          <AcceptTerms {...register('terms')} error={errorOf('terms')} />
          <LiveRegion role="alert">
            {failure && <RegisterFailure failure={failure} onHaveCode={onRegistered} />}
          </LiveRegion>
          <Button type="submit" variant="primary" size="large" block busy={formState.isSubmitting}>
            {t('register.submit')}
          </Button>
        </>
      )}
    </Form>
  )
}
