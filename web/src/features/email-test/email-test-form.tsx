import { type FormEvent, useRef, useState } from 'react'
import { isNormalEmail, normaliseEmail } from '#model'
import { sendTestMail, type TestMailResult } from '../../data/service-health.ts'
import { useSession } from '../../data/use-session.ts'
import { saysSomething } from '../../i18n/says-something.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import styles from './email-test.module.css'

type Outcome = { sentTo: string; isLate: boolean } | Extract<TestMailResult, { ok: false }>

export function EmailTestForm({ isDemo, online }: { isDemo: boolean; online: boolean }) {
  const { t } = useTranslation('email-test')
  const { account } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(account?.email ?? '')
  const [error, setError] = useMessage({ t })
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const refuse = () => {
    setError(({ t }) => t('form.invalid'))
    input.current?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setOutcome(undefined)
    const to = normaliseEmail(email)
    if (!isNormalEmail(to)) return refuse()
    setError()
    setBusy(true)
    const result = await sendTestMail(to)
    setBusy(false)
    if (result.ok) return setOutcome({ sentTo: to, isLate: result.isMailLate })
    if (result.code === 'invalid') return refuse()
    setOutcome(result)
  }

  return (
    <Panel>
      <Form className={styles.card} onSubmit={send}>
        <h2>{t('form.title')}</h2>
        <Field label={t('form.email')} hint={t('form.hint')} error={error}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={!online} busy={isBusy}>
          {t('form.send')}
        </Button>
        <LiveRegion>{outcome && <Said outcome={outcome} isDemo={isDemo} />}</LiveRegion>
      </Form>
    </Panel>
  )
}

function Said({ outcome, isDemo }: { outcome: Outcome; isDemo: boolean }) {
  const { t } = useTranslation('email-test')
  if ('sentTo' in outcome && outcome.isLate)
    return (
      <Banner tone="marigold" title={t('health.late')}>
        <p className={styles.breaks}>{t('form.lateText', { email: outcome.sentTo })}</p>
      </Banner>
    )
  if ('sentTo' in outcome)
    return (
      <Banner tone="leaf" title={t('form.sent')}>
        <p className={styles.breaks}>{t('form.sentText', { email: outcome.sentTo })}</p>
        {isDemo && (
          <a className={styles.link} href="/dev/mail" target="_blank" rel="noreferrer">
            {t('form.caught')}
          </a>
        )}
      </Banner>
    )
  const text = outcome.text !== undefined && saysSomething(outcome.text) ? outcome.text : undefined
  const detail = text !== undefined && <code className={styles.breaks}>{text}</code>
  switch (outcome.code) {
    case 'signed_out':
      return (
        <Banner tone="marigold" action={<ButtonLink href={loginFor(paths.emailTest)}>{t('form.logIn')}</ButtonLink>}>
          <p>{t('form.signedOut')}</p>
          {detail}
        </Banner>
      )
    case 'not_yours':
      return (
        <Banner tone="rose" title={t('form.notYours')}>
          {detail}
        </Banner>
      )
    case 'too_many_requests':
      return (
        <Banner tone="rose" title={t('form.tooMany')}>
          {detail}
        </Banner>
      )
    default:
      return <Banner tone="rose">{detail || t('form.failed')}</Banner>
  }
}
