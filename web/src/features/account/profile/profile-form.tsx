import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { MOST_LETTERS, tidy, ulidOf } from '#model'
import type { ProfileView } from '../../../data/account/profile.ts'
import { ask } from '../../../data/ask.ts'
import { drafts } from '../../../data/drafts.ts'
import type { AccountSummary } from '../../../data/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { didSave } from '../../../ui/feedback/did-save.ts'
import { useFieldErrors } from '../field-errors.ts'
import { CityField, EmailField, NameField, PhoneField } from '../person-fields.tsx'
import { RegistrationForm } from '../registration-form.ts'
import styles from './profile.module.css'

/** Accounts that were not registered here may be without phone and city. */
const Values = v.object({
  name: RegistrationForm.entries.name,
  phone: v.pipe(v.string(), tidy, v.maxLength(MOST_LETTERS.phone, 'long')),
  city: v.union([v.literal(''), RegistrationForm.entries.city]),
})
type Values = v.InferOutput<typeof Values>

/** As it is typed, right or wrong. */
const Draft = v.object({ name: v.string(), phone: v.string(), city: Values.entries.city })

interface ProfileFormProps {
  account: AccountSummary
  profile: ProfileView
  /** With the ULID of the change. */
  onAsked: (ulid: string) => void
  onClose: () => void
}

/** What can be changed without a network: it is kept on this phone, shown at once, and sent. */
export function ProfileForm({ account, profile, onAsked, onClose }: ProfileFormProps) {
  const { t } = useTranslation('account')
  const before = { name: profile.name ?? account.name, phone: profile.phone ?? '', city: profile.city ?? '' }
  const kept = drafts.get('profile')
  const { register, handleSubmit, watch, formState } = useForm<Values>({
    resolver: valibotResolver(Values),
    defaultValues: v.is(Draft, kept) ? kept : before,
    reValidateMode: 'onChange',
  })
  const errorOf = useFieldErrors(formState.errors)

  useEffect(() => {
    const typing = watch((typed) => drafts.save('profile', typed))
    return () => typing.unsubscribe()
  }, [watch])
  const close = () => {
    drafts.clear('profile')
    onClose()
  }

  const save = handleSubmit(async ({ name, phone, city }) => {
    const isChanged = name !== before.name || phone !== before.phone || city !== before.city
    if (isChanged) {
      const asking = ask('update-profile', { name, phone, ...(city && { city }) }).then(({ intentId }) =>
        onAsked(ulidOf(intentId)),
      )
      if (!(await didSave(asking))) return
    }
    close()
  })

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <NameField {...register('name')} error={errorOf('name')} />
      <EmailField value={account.email} hint={t('profile.emailLocked')} readOnly aria-readonly="true" />
      <PhoneField {...register('phone')} error={errorOf('phone')} />
      <CityField {...register('city')} error={errorOf('city')} mayBeNone={before.city === ''} />
      <div className={styles.actions}>
        <Button onClick={close}>{t('profile.cancel')}</Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
