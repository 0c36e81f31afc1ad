import { useState } from 'react'
import { MESSAGE_AT_MOST, problemOfText } from '#model'
import { answerDraft } from '../../../data/admin/desk-drafts.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import styles from './tickets.module.css'

interface AnswerFormProps {
  /** The ticket or the conversation; the draft is kept under it. */
  id: string
  /** A sentence that says where the answer is read. */
  hint?: string | undefined
  onAnswer: (text: string) => Promise<unknown>
  /** Absent if an answer is on its way that ends the conversation. */
  onClose?: () => Promise<unknown>
}

/** Answers a ticket or a conversation, or closes it; all of it works without a network. */
export function AnswerForm({ id, hint, onAnswer, onClose }: AnswerFormProps) {
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
    const wrong = problemOfText(text)
    if (wrong === 'missing') return setError(({ t }) => t('tickets.missing'))
    if (wrong === 'characters') return setError(({ t }) => t('tickets.characters'))
    if (wrong === 'long') return setError(({ t }) => t('tickets.long', { most: MESSAGE_AT_MOST }))
    if (!(await decide(() => onAnswer(text)))) return
    setText('')
    answerDraft.save(id, '')
  }

  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void answer()
      }}
    >
      <Field label={t('tickets.answer')} hint={hint} error={error}>
        {(control) => <TextArea {...control} rows={4} value={text} onChange={(event) => type(event.target.value)} />}
      </Field>
      <div className={styles.acts}>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('tickets.send')}
        </Button>
        {onClose && (
          // A disabled button would lose the focus.
          <Button onClick={() => !isBusy && void decide(onClose)}>{t('tickets.close')}</Button>
        )}
      </div>
    </Form>
  )
}
