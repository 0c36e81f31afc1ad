import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import {
  type DeliveryItemRow,
  hasVisibleText,
  MESSAGE_AT_MOST,
  type SettlingOutcome,
  settleItem,
  supportMessage,
} from '#model'
import { ask } from '../../../data/ask.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { RadioCards } from '../../../ui/forms/choices.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import styles from './items.module.css'

type Outcomes = readonly [SettlingOutcome, ...SettlingOutcome[]]

/** What an admin can decide about each kind of item; the first is offered. */
const OUTCOMES: Record<DeliveryItemRow['what'], Outcomes> = {
  refund: ['refunded', 'closed'],
  story: ['pay', 'refunded', 'closed'],
  silent: ['closed'],
  florist: ['closed'],
}
/** The partner of a story that holds nothing earns the delivery whatever is decided. */
const OUTCOMES_OF_EARNED: Outcomes = ['closed', 'refunded']

const outcomesOf = ({ what, holds }: DeliveryItemRow): Outcomes =>
  what === 'story' && !holds ? OUTCOMES_OF_EARNED : OUTCOMES[what]

/** Settles an item of a delivery; the button names the chosen outcome. */
export function SettleForm({ row }: { row: DeliveryItemRow }) {
  const { t } = useTranslation('desk')
  const { rupees } = useFormat()
  const [outcome, setOutcome] = useState(outcomesOf(row)[0])
  const { totalRupees, earningRupees = 0, partner, holds } = row
  const choices = outcomesOf(row)
  const isEarned = row.what === 'story' && !holds
  const name = partner?.name || t('items.somebody')
  const outcomes = {
    pay: {
      label: t('items.pay', { amount: rupees(earningRupees), name }),
      note: t('items.payNote'),
    },
    refunded: {
      label: t('items.refunded', { amount: rupees(totalRupees) }),
      note: holds ? t('items.refundedUnpaidNote') : t('items.refundedNote'),
    },
    closed: { label: t('items.close'), note: isEarned ? t('items.closeEarnedNote') : t('items.closeNote') },
  }

  return (
    <NoteForm row={row} outcome={outcome} verb={outcomes[outcome].label}>
      {choices.length > 1 && (
        <RadioCards
          legend={t('items.settle')}
          value={outcome}
          onChange={setOutcome}
          options={choices.map((value) => ({ value, ...outcomes[value] }))}
        />
      )}
    </NoteForm>
  )
}

interface NoteFormProps {
  row: { _id: string; version: number }
  outcome: SettlingOutcome
  /** What the button says. */
  verb: string
  children?: ReactNode
}

/** Settles a row, with an optional note for other admins; works without a network. */
export function NoteForm({ row, outcome, verb, children }: NoteFormProps) {
  const { t } = useTranslation('desk')
  const [note, setNote] = useState('')
  const [error, setError] = useMessage({ t })
  const [isBusy, setBusy] = useState(false)

  const settle = async () => {
    const isNoted = hasVisibleText(note)
    if (isNoted && !v.is(supportMessage, note)) return setError(({ t }) => t('tickets.long', { most: MESSAGE_AT_MOST }))
    setBusy(true)
    const { _id: item, version } = row
    await saveOrToast(ask(settleItem, { item, version, outcome, ...(isNoted && { note }) }))
    setBusy(false)
  }

  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void settle()
      }}
    >
      {children}
      <Field label={t('items.note')} optional error={error}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setError()
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy}>
        {verb}
      </Button>
    </Form>
  )
}
