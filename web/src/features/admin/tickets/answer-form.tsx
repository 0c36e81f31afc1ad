import { useState } from 'react'
import * as v from 'valibot'
import { answerTicket, hasVisibleText, MESSAGE_AT_MOST, settleItem, supportMessage, ulidOf } from '#model'
import type { DeskTicket } from '../../../data/admin/desk.ts'
import { answerDraft } from '../../../data/admin/desk-drafts.ts'
import { ask } from '../../../data/ask.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import styles from './tickets.module.css'

/** Answers the ticket, or closes it; both work without a network. */
export function AnswerForm({ ticket: { id, version } }: { ticket: DeskTicket }) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState(() => answerDraft.get(id))
  const [error, setError] = useMessage({ t })
  const [isBusy, setBusy] = useState(false)

  const type = (next: string) => {
    setText(next)
    setError()
    answerDraft.save(id, next)
  }
  const decide = async (asking: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    const isSaved = await saveOrToast(asking())
    setBusy(false)
    return isSaved
  }
  const answer = async () => {
    if (!hasVisibleText(text)) return setError(({ t }) => t('tickets.missing'))
    if (!v.is(supportMessage, text)) return setError(({ t }) => t('tickets.long', { most: MESSAGE_AT_MOST }))
    if (!(await decide(() => ask(answerTicket, { ticket: ulidOf(id), version, text })))) return
    setText('')
    answerDraft.save(id, '')
  }
  const close = () => void decide(() => ask(settleItem, { item: id, version, outcome: 'closed' }))

  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void answer()
      }}
    >
      <Field label={t('tickets.answer')} error={error}>
        {(control) => <TextArea {...control} rows={4} value={text} onChange={(event) => type(event.target.value)} />}
      </Field>
      <div className={styles.acts}>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('tickets.send')}
        </Button>
        <Button disabled={isBusy} onClick={close}>
          {t('tickets.close')}
        </Button>
      </div>
    </Form>
  )
}
