import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { formatPhone, MOST_LETTERS, maxLetters, normalisePhone, ulidOf, updateProfile } from '#model'
import { useFieldErrors } from '../../blocks/people/field-errors.ts'
import { CityField, EmailField, NameField, PhoneField } from '../../blocks/people/person-fields.tsx'
import { RegistrationForm } from '../../blocks/people/registration-form.ts'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Form } from '../../ui/forms/form.tsx'
import styles from './profile.module.css'

/** Accounts that were not registered here may have no phone and city. */
const Values = v.object({
  name: RegistrationForm.entries.name,
  phone: v.pipe(v.string(), v.transform(normalisePhone), maxLetters(MOST_LETTERS.phone, 'long')),
  city: v.union([v.literal(''), RegistrationForm.entries.city]),
})
type Values = v.InferOutput<typeof Values>

/** The typed values, valid or not. */
const Typed = v.object({ name: v.string(), phone: v.string(), city: Values.entries.city })
/** The typed values, and those that the form was opened with. */
const Draft = v.object({ typed: Typed, opened: Typed })

interface ProfileFormProps {
  account: AccountSummary
  profile: ProfileView
  /** Called with the ULID of the change. */
  onAsked: (ulid: string) => void
  onClose: () => void
}

/** Changes the profile, also without a network: the change is stored on this phone, shown at once, and sent. */
export function ProfileForm({ account, profile, onAsked, onClose }: ProfileFormProps) {
  const { t } = useTranslation('people')
  const [{ typed, opened }] = useState(() => {
    const kept = drafts.get('profile')
    const shown = {
      name: profile.name ?? account.name,
      phone: formatPhone(profile.phone ?? ''),
      city: profile.city ?? '',
    }
    return v.is(Draft, kept) ? kept : { typed: shown, opened: shown }
  })
  const { register, handleSubmit, watch, formState } = useForm<Values>({
    resolver: valibotResolver(Values),
    defaultValues: typed,
    reValidateMode: 'onChange',
  })
  const errorOf = useFieldErrors(formState.errors)

  useEffect(() => {
    const typing = watch((typed) => drafts.save('profile', { typed, opened }))
    return () => typing.unsubscribe()
  }, [watch, opened])
  const close = () => {
    drafts.clear('profile')
    onClose()
  }

  const save = handleSubmit(async ({ name, phone, city }) => {
    // Sends only what differs: the rest may not have arrived here, or may be changing on another device.
    const changes = {
      ...(name !== opened.name && { name }),
      ...(phone !== normalisePhone(opened.phone) && { phone }),
      ...(city && city !== opened.city && { city }),
    }
    if (Object.keys(changes).length > 0) {
      const asking = ask(updateProfile, changes).then(({ intentId }) => onAsked(ulidOf(intentId)))
      if (!(await saveOrToast(asking))) return
    }
    close()
  })

  return (
    <Form className={styles.form} onSubmit={save}>
      <NameField {...register('name')} error={errorOf('name')} />
      <EmailField value={account.email} hint={t('profile.emailLocked')} readOnly aria-readonly="true" />
      <PhoneField {...register('phone')} error={errorOf('phone')} />
      <CityField {...register('city')} error={errorOf('city')} mayBeNone={opened.city === ''} />
      <div className={styles.actions}>
        <Button onClick={close}>{t('profile.cancel')}</Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {t('profile.save')}
        </Button>
      </div>
    </Form>
  )
}
