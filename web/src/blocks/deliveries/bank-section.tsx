import { type FormEvent, useState } from 'react'
import { hasVisibleText, toAsciiDigits } from '#model'
import { type BankAccount, setBankAccount } from '../../data/people/bank-account.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { NumberField } from '../applications/wizard/steps/number-field.tsx'
import { FreshCode } from '../people/one-time-code/fresh-code.tsx'
import styles from '../people/profile.module.css'
import '../../i18n/applications-texts.ts'
import '../../i18n/driver-profile-texts.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/modal.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'

interface BankSectionProps {
  /** The last four digits; undefined without a bank account. */
  ends: string | undefined
  /** Whether the account has arrived on this device. */
  isKnown: boolean
}

/** Where a partner, or somebody who was one, is paid. It changes only with a network and a fresh code; nothing that is typed is stored here. */
export function BankSection({ ends, isKnown }: BankSectionProps) {
  const { t } = useTranslation('driver-profile')
  const { online } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  // Shown until the account's document arrives with it, or with a later change.
  const [saved, setSaved] = useState<{ ends: string; instead: string | undefined }>()
  const shown = saved && saved.instead === ends ? saved.ends : ends
  const verb = shown === undefined ? t('bank.add') : t('bank.change')

  const done = (number: string) => {
    setOpen(false)
    const compact = toAsciiDigits(number).replaceAll(/[^0-9a-z]/gi, '')
    setSaved({ ends: compact.slice(-ENDS), instead: ends })
    showToast({ message: t('bank.saved') })
  }
  return (
    <section className={styles.section} aria-labelledby="partner-bank">
      <h2 id="partner-bank">{t('bank.title')}</h2>
      {shown !== undefined && (
        <>
          <p>{t('bank.ends', { digits: shown })}</p>
          <p className={styles.quiet}>{t('bank.text')}</p>
        </>
      )}
      {shown === undefined && isKnown && (
        <Banner tone="marigold" title={t('bank.none')}>
          {t('bank.noneText')}
        </Banner>
      )}
      <LiveRegion>{!online && <p className={styles.quiet}>{t('bank.needsNetwork')}</p>}</LiveRegion>
      <Button disabled={!online} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && <BankDialog title={verb} onSaved={done} onClose={() => setOpen(false)} />}
    </section>
  )
}

const ENDS = 4
const EMPTY: BankAccount = { bankAccount: '', ifscCode: '' }

interface BankDialogProps {
  title: string
  onSaved: (bankAccount: string) => void
  onClose: () => void
}

function BankDialog({ title, onSaved, onClose }: BankDialogProps) {
  const { t } = useTranslation('driver-profile')
  const { t: terms } = useTranslation('applications')
  const problem = useProblem()
  const [typed, setTyped] = useState(EMPTY)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [error, setError] = useMessage({ t, problem })
  const [step, setStep] = useState<'form' | 'busy' | 'code'>('form')

  const send = async () => {
    const result = await setBankAccount(typed)
    if (result.ok) return onSaved(typed.bankAccount)
    if (result.error === 'fresh_code_needed') return setStep('code')
    setStep('form')
    setWrong(Object.keys(result.fields ?? {}))
    if (!result.fields) setError(({ t, problem }) => problem(result.error, t('bank.failed')))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (step !== 'form') return
    setError()
    const empty = Object.entries(typed).flatMap(([field, value]) => (hasVisibleText(value) ? [] : [field]))
    setWrong(empty)
    if (empty.length > 0) return
    setStep('busy')
    await send()
  }
  const type = (field: keyof BankAccount) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [field]: event.target.value })
    setWrong(wrong.filter((one) => one !== field))
  }

  if (step === 'code')
    return (
      <Dialog open onClose={onClose} title={t('bank.proof')}>
        <div className={styles.form}>
          <FreshCode verb={t('bank.save')} cancel={t('bank.cancel')} onProven={send} onCancel={onClose} />
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form className={styles.form} onSubmit={submit}>
        <Field
          label={t('bank.number')}
          hint={t('bank.private')}
          error={wrong.includes('bankAccount') ? t('bank.accountWrong') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={typed.bankAccount}
              onChange={type('bankAccount')}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
        <NumberField
          label={terms('fields.ifscCode')}
          value={typed.ifscCode}
          onChange={type('ifscCode')}
          error={wrong.includes('ifscCode') ? t('bank.ifscWrong') : undefined}
          typed={typed.ifscCode}
          warn={(number, { isWellFormed }) => (isWellFormed('ifsc', number) ? undefined : t('bank.ifscWrong'))}
        />
        <LiveRegion role="alert">{error && <p className={styles.problem}>{error}</p>}</LiveRegion>
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('bank.cancel')}</Button>
          <Button type="submit" variant="primary" busy={step === 'busy'}>
            {t('bank.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
