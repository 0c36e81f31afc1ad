import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { digitsIn } from '#model'
import { now } from '../../../clock/page-clock.ts'
import type { Result } from '../../../data/use-session.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import styles from '../account-forms.module.css'
import { type CodeRequestDraft, justSent, RESEND_MS } from './code-request-draft.ts'
import { useSecondsUntil } from './seconds-until.ts'
import { useMailLate } from './use-mail-late.ts'

const DIGITS = 6

export interface CodeFormProps {
  asked: CodeRequestDraft
  /** The label of the submit button. */
  verb: string
  variant?: 'primary' | 'danger-filled'
  /** The texts for a refusal without words of its own, and for a device that could not store what it needs. */
  failures: { refused: string; notStored: string }
  onCode: (code: string) => Promise<Result>
  onResend: () => Promise<Result>
  /** Called when another code is on its way. */
  onSentAgain: (asked: CodeRequestDraft) => void
  /** The form stays busy until this resolves. */
  onDone: () => void | Promise<void>
  /** Shown beside "Resend". */
  back: ReactNode
}

/** Takes a mailed six-digit code, and lets the person ask for another after a minute. */
export function CodeForm({ asked, verb, failures, onCode, onResend, onSentAgain, onDone, ...look }: CodeFormProps) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useMessage({ t, problem, failures })
  const [isBusy, setBusy] = useState(false)
  const isResending = useRef(false)
  // The service may ask for a longer wait.
  const [toldToWaitUntil, setToldToWaitUntil] = useState(0)
  const isAnswerLost = useRef(false)
  // True if the code was accepted although its answer was lost: then there is no reason to wait for another.
  const [isTaken, setTaken] = useState(false)
  const seconds = useSecondsUntil(Math.max(isTaken ? 0 : asked.sentAt + RESEND_MS, toldToWaitUntil))

  const isMailLate = useMailLate(asked)

  useLayoutEffect(() => input.current?.focus(), [])

  const fail = (message: Parameters<typeof setError>[0]) => {
    setError(message)
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || code.length !== DIGITS) return
    setError()
    setBusy(true)
    try {
      const result = await onCode(code)
      if (result.ok) return await onDone()
      const wasTaken = isAnswerLost.current && result.error === 'code_missing'
      isAnswerLost.current = result.error === 'network'
      setTaken(wasTaken)
      if (wasTaken) return fail(({ t }) => t('code.taken'))
      const { error, triesLeft: left } = result
      fail(({ t, problem: sentence, failures }) => {
        const problem = sentence(error, failures.refused)
        if (left === undefined) return problem
        return left === 0 ? t('login.noTriesLeft', { problem }) : t('login.triesLeft', { count: left, problem })
      })
    } catch {
      fail(({ failures }) => failures.notStored)
    } finally {
      setBusy(false)
    }
  }
  const resend = async () => {
    // A second tap would get the answer to wait, although the code is on its way.
    if (isResending.current) return
    isResending.current = true
    setError()
    const result = await onResend()
    isResending.current = false
    if (result.ok) {
      setCode('')
      setTaken(false)
      onSentAgain(justSent(asked.email, result))
      input.current?.focus()
      return
    }
    if (result.retryAfterSeconds !== undefined) setToldToWaitUntil(now().getTime() + result.retryAfterSeconds * 1000)
    const { error } = result
    fail(({ t, problem }) =>
      error === 'service_failed' ? t('code.resendBroken') : problem(error, t('code.resendFailed')),
    )
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <p className={styles.quiet}>{t('login.codeSent', { email: asked.email })}</p>
      <LiveRegion>
        {isMailLate && (
          <Banner tone="marigold" title={t('code.late')}>
            {t('code.lateText')}
          </Banner>
        )}
      </LiveRegion>
      <Field label={t('login.code')} hint={t('login.codeHint')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className={styles.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            value={code}
            onChange={(event) => setCode(digitsIn(event.target.value).slice(0, DIGITS))}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={look.variant ?? 'primary'}
        size="large"
        block
        disabled={code.length !== DIGITS}
        busy={isBusy}
      >
        {verb}
      </Button>
      <div className={styles.row}>
        {look.back}
        <Button variant="quiet" disabled={seconds > 0} onClick={resend}>
          {seconds > 0 ? t('login.resendIn', { count: seconds }) : t('login.resend')}
        </Button>
      </div>
    </Form>
  )
}
