import { valibotResolver } from '@hookform/resolvers/valibot'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { contactSupport, SUPPORT_CATEGORIES } from '#model'
import { ask } from '../../data/ask.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { isFull } from '../../ui/feedback/save-or-toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { ContactForm, type ContactValues, contactDraft, MOST, payloadOf } from './contact-form.ts'
import styles from './support.module.css'

const BANNER_MS = 5000

interface Job {
  id: string
  title: string
}

interface ContactSupportFormProps {
  /** The job that the person applies for; the next message is about none. */
  job: Job | undefined
}

/** What became of the message: it is on its way, saved on this phone, or the phone could not store it. */
type Outcome = 'sent' | 'saved' | 'failed' | 'full'

/** The form that sends a message to support; without a network it is kept on the phone and sent later. */
export function ContactSupportForm({ job: first }: ContactSupportFormProps) {
  const { t } = useTranslation('support')
  const { account } = useSession()
  const { online } = useSyncStatus()
  const [job, setJob] = useState(first)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isEditing, setEditing] = useState(account === undefined)
  // The new place of the focus when "Change" disappears, and when the fields that it opened do.
  const keptFocus = useFocusRestore('[name="name"], button')
  /** What was typed before, with the account's name and address where they are empty: a visitor may have logged in. */
  const begin = (about: Job | undefined): ContactValues => {
    const subject = about ? t('form.application', { title: about.title }) : ''
    const typed = contactDraft.get(about?.id) ?? { name: '', email: '', category: 'general', subject, message: '' }
    return { ...typed, name: typed.name || (account?.name ?? ''), email: typed.email || (account?.email ?? '') }
  }
  const [defaultValues] = useState(() => begin(first))
  const { register, handleSubmit, watch, reset, formState } = useForm<ContactValues>({
    resolver: valibotResolver(ContactForm),
    defaultValues,
    reValidateMode: 'onChange',
  })
  const { errors } = formState
  const about = job?.id

  useEffect(() => {
    const typing = watch((values, { name: field }) => {
      // A reset names no field: nobody has typed.
      if (field) contactDraft.save(about, values)
    })
    return () => typing.unsubscribe()
  }, [watch, about])

  useEffect(() => {
    if (outcome !== 'sent' && outcome !== 'saved') return
    const timer = setTimeout(() => setOutcome(undefined), BANNER_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const send = handleSubmit(async (values) => {
    try {
      await ask(contactSupport, payloadOf(values, about))
    } catch (error) {
      return setOutcome(isFull(error) ? 'full' : 'failed')
    }
    contactDraft.clear(about)
    reset(begin(undefined))
    setEditing(account === undefined)
    setOutcome(online ? 'sent' : 'saved')
    setJob(undefined)
  })

  const missing = t('form.missing', { returnObjects: true })
  const errorOf = (field: 'name' | 'subject' | 'message') => {
    const code = errors[field]?.message
    if (code === undefined) return undefined
    return code === 'long' ? t('form.long', { most: MOST[field] }) : missing[field]
  }
  const emailError = errors.email && (errors.email.message === 'missing' ? missing.email : t('form.emailWrong'))
  const showsPerson = isEditing || errors.name !== undefined || errors.email !== undefined

  return (
    <section {...keptFocus} className={styles.write}>
      <h2>{t('form.title')}</h2>
      <Form className={styles.form} onSubmit={send}>
        {showsPerson && (
          <>
            <Field label={t('form.name')} error={errorOf('name')}>
              {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
            </Field>
            <Field label={t('form.email')} error={emailError}>
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
          </>
        )}
        <Field label={t('form.category')}>
          {(control) => (
            <Select {...control} {...register('category')}>
              <CategoryOptions />
            </Select>
          )}
        </Field>
        <Field label={t('form.subject')} error={errorOf('subject')}>
          {(control) => <TextInput {...control} {...register('subject')} autoComplete="off" />}
        </Field>
        <Field label={t('form.message')} hint={job && t('form.applicationHint')} error={errorOf('message')}>
          {(control) => <TextArea {...control} {...register('message')} rows={5} />}
        </Field>
        {!showsPerson && (
          <p className={styles.answerTo}>
            <span>{`${t('form.answerTo', { email: watch('email') })} `}</span>
            <button type="button" className={styles.change} onClick={() => setEditing(true)}>
              {t('form.changeAnswerTo')}
            </button>
          </p>
        )}
        <LiveRegion>{outcome && <OutcomeNotice outcome={outcome} />}</LiveRegion>
        <Button type="submit" variant="primary" size="large" block busy={formState.isSubmitting}>
          {t('form.send')}
        </Button>
      </Form>
    </section>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('support')
  const { t: common } = useTranslation('common')
  if (outcome === 'saved') return <SyncChip stage="saved" title={t('form.saved')} note={t('form.savedText')} />
  if (outcome === 'sent')
    return (
      <Banner tone="leaf" icon={Send} title={t('form.sent')}>
        <p>{t('form.sentText')}</p>
      </Banner>
    )
  return (
    <Banner tone="rose">
      <p>{outcome === 'full' ? t('form.failedWith', { error: common('notSavedFull') }) : t('form.failed')}</p>
    </Banner>
  )
}

function CategoryOptions() {
  const { t } = useTranslation('support')
  const names = t('form.categories', { returnObjects: true })
  return SUPPORT_CATEGORIES.map((category) => (
    <option key={category} value={category}>
      {names[category]}
    </option>
  ))
}
