import { valibotResolver } from '@hookform/resolvers/valibot'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactSupport, contactSupport, SUPPORT_CATEGORIES } from '#model'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
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
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { ContactForm, type ContactValues, MOST, payloadOf, restoreContact } from './contact-form.ts'
import styles from './support.module.css'

const BANNER_MS = 5000

interface ContactSupportFormProps {
  /** The job that the person applies for; the next message is about none. */
  job: { id: string; title: string } | undefined
}

/** The form that sends a message to support; without a network it is kept on the phone and sent later. */
export function ContactSupportForm({ job: first }: ContactSupportFormProps) {
  const { t } = useTranslation('support')
  const { t: tc } = useTranslation('common')
  const { account } = useSession()
  const { online } = useSyncStatus()
  const [job, setJob] = useState(first)
  const [outcome, setOutcome] = useState<'sent' | 'saved' | { failure: string }>()
  const [isEditing, setEditing] = useState(account === undefined)
  const about = job?.id ?? ''
  const fresh = (): ContactValues => ({
    ...{ name: account?.name ?? '', email: account?.email ?? '', category: 'general', message: '' },
    subject: job ? t('form.application', { title: job.title }) : '',
  })
  const { register, handleSubmit, watch, reset, formState } = useForm<ContactValues>({
    resolver: valibotResolver(ContactForm),
    defaultValues: restoreContact(drafts.get('support'), about) ?? fresh(),
    reValidateMode: 'onChange',
  })
  const { errors } = formState

  useEffect(() => {
    const typing = watch((values) => drafts.save('support', { about, values }))
    return () => typing.unsubscribe()
  }, [watch, about])

  useEffect(() => {
    if (outcome !== 'sent' && outcome !== 'saved') return
    const timer = setTimeout(() => setOutcome(undefined), BANNER_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const send = handleSubmit(async (values) => {
    const failure = await stored(payloadOf(values, job?.id))
    if (failure !== undefined) return setOutcome({ failure })
    reset({ ...fresh(), subject: '' })
    drafts.clear('support')
    setEditing(account === undefined)
    setOutcome(online ? 'sent' : 'saved')
    setJob(undefined)
  })

  /** Resolves with the sentence that says why the message was not stored. */
  async function stored(payload: ContactSupport): Promise<string | undefined> {
    try {
      await ask(contactSupport, payload)
      return undefined
    } catch (error) {
      return isFull(error) ? t('form.failedWith', { error: tc('notSavedFull') }) : t('form.failed')
    }
  }

  const missing = t('form.missing', { returnObjects: true })
  const errorOf = (field: 'name' | 'subject' | 'message') => {
    const code = errors[field]?.message
    if (code === undefined) return undefined
    return code === 'long' ? t('form.long', { most: MOST[field] }) : missing[field]
  }
  const emailError = errors.email && (errors.email.message === 'missing' ? missing.email : t('form.emailWrong'))
  const showsPerson = isEditing || errors.name !== undefined || errors.email !== undefined

  return (
    <section className={styles.write}>
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
        <LiveRegion>{outcome && <Outcome outcome={outcome} />}</LiveRegion>
        <Button type="submit" variant="primary" size="large" block busy={formState.isSubmitting}>
          {t('form.send')}
        </Button>
      </Form>
    </section>
  )
}

function Outcome({ outcome }: { outcome: 'sent' | 'saved' | { failure: string } }) {
  const { t } = useTranslation('support')
  if (outcome === 'saved') return <SyncChip stage="saved" title={t('form.saved')} note={t('form.savedText')} />
  if (outcome === 'sent')
    return (
      <Banner tone="leaf" icon={Send} title={t('form.sent')}>
        <p>{t('form.sentText')}</p>
      </Banner>
    )
  return (
    <Banner tone="rose">
      <p>{outcome.failure}</p>
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
