import { Flower2, Truck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SocialOutcome } from '../../../data/people/social.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioCards } from '../../../ui/forms/choices.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AcceptTerms } from '../accept-terms.tsx'
import styles from '../account-forms.module.css'
import type { SocialSignIn } from './use-social-sign-in.ts'

/** Asks a new person whom a provider has confirmed: become a customer, or continue to the application of a partner. */
export function RoleChoice({ person, signIn }: { person: SocialOutcome; signIn: SocialSignIn }) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const [role, setRole] = useState<'customer' | 'partner'>('customer')
  const [error, setError] = useMessage({ t })
  const terms = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // This screen replaces a longer one that the person may have scrolled to its end.
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  const goOn = (event: FormEvent) => {
    event.preventDefault()
    // The service remembers who the person is; neither the address nor this browser's storage contains it.
    if (role === 'partner') return void navigate(`${paths.driverRegister}?social=true`)
    if (terms.current?.checked) return void signIn.register(person)
    setError(({ t }) => t('register.error.terms'))
    terms.current?.focus()
  }

  return (
    <Page width="narrow">
      <Form className={styles.form} onSubmit={goOn}>
        <h1 ref={heading} tabIndex={-1}>
          {t('social.new.title', { name: person.name || t('social.new.nobody') })}
        </h1>
        <p className={styles.quiet}>
          {t('social.new.text', { provider: t(`social.${person.provider}`), email: person.email })}
        </p>
        <RadioCards
          legend={t('register.type')}
          value={role}
          onChange={setRole}
          options={[
            { value: 'customer', icon: Flower2, label: t('register.customer'), note: t('register.customerNote') },
            { value: 'partner', icon: Truck, label: t('register.partner'), note: t('register.partnerNote') },
          ]}
        />
        {role === 'customer' && <AcceptTerms ref={terms} error={error} onChange={() => setError()} />}
        <Button type="submit" variant="primary" size="large" block busy={signIn.isBusy}>
          {role === 'partner' ? t('register.toPartner') : t('register.submit')}
        </Button>
        <Button variant="quiet" block onClick={signIn.startOver}>
          {t('social.new.back')}
        </Button>
      </Form>
    </Page>
  )
}
