import { useState } from 'react'
import * as v from 'valibot'
import { hasVisibleText, MESSAGE_AT_MOST, supportMessage, ulidOf } from '#model'
import type { DeskTicket } from '../../../data/admin/desk.ts'
import { ask } from '../../../data/ask.ts'
import { drafts } from '../../../data/drafts.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import styles from './tickets.module.css'

const Begun = v.object({ ticket: v.string(), text: v.string() })

/** The answer to this ticket that was begun before a reload. */
function begunFor(ticket: string): string {
  const begun = v.safeParse(Begun, drafts.get('desk-answer'))
  return begun.success && begun.output.ticket === ticket ? begun.output.text : ''
}

/** Answers the ticket, or closes it; both work without a network. */
export function AnswerForm({ ticket: { id, version } }: { ticket: DeskTicket }) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState(() => begunFor(id))
  const [error, setError] = useMessage({ t })
  const [isBusy, setBusy] = useState(false)

  const type = (next: string) => {
    setText(next)
    setError()
    drafts.save('desk-answer', { ticket: id, text: next })
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
    if (!(await decide(() => ask('answer-ticket', { ticket: ulidOf(id), version, text })))) return
    setText('')
    drafts.clear('desk-answer')
  }
  const close = () => void decide(() => ask('settle-item', { item: id, version, outcome: 'closed' }))

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
