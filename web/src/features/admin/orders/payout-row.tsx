import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { findCity, hasVisibleText, MOST_LETTERS } from '#model'
import { Initials } from '../../../blocks/people/initials.tsx'
import { type DeskPayout, payouts } from '../../../data/admin/payouts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import { DecisionDialog } from '../decision/decision-dialog.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import { useFreshCode } from '../decision/use-fresh-code.tsx'
import styles from './payouts.module.css'

interface PayoutRowProps {
  payout: DeskPayout
  online: boolean
  onSettled: () => Promise<void>
  /** Called when the payout is marked as paid: the focus moves to the next row. */
  onNext: () => void
}

export function PayoutRow({ payout, online, onSettled, onNext }: PayoutRowProps) {
  const { t } = useTranslation('desk')
  const { language, rupees } = useFormat()
  const { name = t('payouts.deleted'), city, earnings, bankAccountEnds, state } = payout
  const place = city === undefined ? undefined : (findCity(city)?.name[language] ?? city)
  return (
    <li className={styles.row} data-row="" tabIndex={-1}>
      <Initials name={name} />
      <div className={styles.who}>
        <b>{name}</b>
        <span className={styles.about}>
          {[place, t('payouts.trips', { count: earnings })].filter(Boolean).join(', ')}
        </span>
      </div>
      <p className={styles.bank}>
        {bankAccountEnds === undefined ? t('payouts.noAccount') : t('payouts.account', { ends: bankAccountEnds })}
      </p>
      <p className={styles.amount} data-state={state}>
        {state === 'failed' ? <s>{rupees(payout.rupees)}</s> : rupees(payout.rupees)}
      </p>
      <Standing payout={payout} online={online} onSettled={onSettled} onNext={onNext} />
    </li>
  )
}

/** How far the payout has got, and what an admin says about it. */
function Standing(props: PayoutRowProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const { state, changedAt, bankAccountEnds, reference = '', reason } = props.payout
  if (state === 'exported') return <Settle {...props} />
  if (state === 'to_pay')
    return (
      <p className={styles.standing}>
        {bankAccountEnds === undefined ? t('payouts.waitsForAccount') : t('payouts.nextFile')}
      </p>
    )
  if (state === 'paid')
    return (
      <p className={styles.standing}>
        <SyncGlyph stage="confirmed" size={22} />
        <span>{t('payouts.paidAt', { time: when(changedAt), reference })}</span>
      </p>
    )
  return (
    <p className={styles.standing} data-tone="rose">
      <TriangleAlert aria-hidden="true" />
      <span>{t('payouts.failedFor', { reason })}</span>
      <span className={styles.about}>{t('payouts.backInAvailable')}</span>
    </p>
  )
}

function Settle({ payout, online, onSettled, onNext }: PayoutRowProps) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const [reference, setReference] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isFailing, setFailing] = useState(false)
  const { decide, dialog } = useFreshCode<DeskPayout>(t('payouts.title'))
  const { name = t('payouts.deleted') } = payout

  const pay = async () => {
    setMissing(!hasVisibleText(reference))
    if (!hasVisibleText(reference)) return
    setBusy(true)
    await decide({
      decide: () => payouts.paid(payout, reference.trim()),
      onDone(answer) {
        showToast({
          message: answer.ok ? t('payouts.donePaid', { name }) : problem(answer.error, t('payouts.notSaved')),
        })
        if (answer.ok) onNext()
        void onSettled()
      },
    })
    setBusy(false)
  }
  return (
    <>
      <Form
        className={styles.settle}
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        <Field label={t('payouts.reference', { name })} error={isMissing ? t('payouts.referenceMissing') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              placeholder={t('payouts.utr')}
              maxLength={MOST_LETTERS.name}
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </Field>
        <div className={styles.acts}>
          <Button variant="danger" data-fail="" disabled={!online} onClick={() => setFailing(true)}>
            {t('payouts.fail')}
          </Button>
          <Button type="submit" variant="primary" disabled={!online} busy={isBusy}>
            {t('payouts.pay')}
          </Button>
        </div>
      </Form>
      {dialog}
      {isFailing && <Failing payout={payout} onClose={() => setFailing(false)} onSettled={onSettled} />}
    </>
  )
}

/** Asks the admin why the bank could not pay; the partner reads the reason. */
function Failing({
  payout,
  onClose,
  onSettled,
}: Pick<PayoutRowProps, 'payout' | 'onSettled'> & { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { rupees } = useFormat()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { name = t('payouts.deleted') } = payout
  return (
    <DecisionDialog<DeskPayout>
      open
      title={t('payouts.failTitle', { name })}
      verb={t('payouts.fail')}
      decide={async () => {
        setMissing(!hasVisibleText(reason))
        if (!hasVisibleText(reason)) return { ok: false, error: 'invalid' }
        return payouts.failed(payout, reason.trim())
      }}
      failed={t('payouts.notSaved')}
      onClose={onClose}
      onDone={() => {
        showToast({ message: t('payouts.doneFailed', { name }) })
        onClose()
        void onSettled()
      }}
    >
      <p>{t('payouts.failText', { name, amount: rupees(payout.rupees) })}</p>
      <Field label={t('payouts.reason')} error={isMissing ? t('payouts.reasonMissing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={MOST_LETTERS.name}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </DecisionDialog>
  )
}
