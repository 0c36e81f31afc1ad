import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { AUTO_RESPONSE_AT_MOST, hasAtMostLetters, hasVisibleText } from '#model'
import styles from '../../blocks/people/profile.module.css'
import { drafts } from '../../data/drafts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'

interface AutoResponseProps {
  /** Empty if it is off. */
  text: string
  /** Returns false if the change could not be stored. */
  onChange: (text: string) => Promise<boolean>
}

const Kept = v.object({ text: v.string() })

/** The text that goes along with each interest: it is on once a text has been saved. */
export function AutoResponse({ text, onChange }: AutoResponseProps) {
  const { t } = useTranslation('wholesale-profile')
  // Continues with what was typed before a reload; undefined while nobody edits it.
  const [typed, setTyped] = useState(() => {
    const kept = v.safeParse(Kept, drafts.get('supplier-auto-response'))
    return kept.success ? kept.output.text : undefined
  })
  const keptFocus = useFocusRestore('textarea, button')
  const type = (text: string | undefined) => {
    setTyped(text)
    if (text === undefined) drafts.clear('supplier-auto-response')
    else drafts.save('supplier-auto-response', { text })
  }
  const toggle = async (on: boolean) => {
    if (on) return type(text || t('response.first'))
    if (text === '' || (await onChange(''))) type(undefined)
  }
  const save = async (text: string) => {
    if (await onChange(text)) type(undefined)
  }

  return (
    <>
      <Checkbox
        role="switch"
        label={t('toggles.auto')}
        note={t('toggles.autoNote')}
        checked={typed !== undefined || text !== ''}
        onChange={(event) => void toggle(event.target.checked)}
      />
      <div {...keptFocus} className={styles.form}>
        {typed !== undefined && (
          <ResponseForm typed={typed} onType={type} onSave={save} onCancel={() => type(undefined)} />
        )}
        {typed === undefined && text !== '' && (
          <>
            <p className={styles.said}>{text}</p>
            <p>
              <Button onClick={() => type(text)}>{t('response.change')}</Button>
            </p>
          </>
        )}
      </div>
    </>
  )
}

interface ResponseFormProps {
  typed: string
  onType: (text: string) => void
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

function ResponseForm({ typed, onType, onSave, onCancel }: ResponseFormProps) {
  const { t } = useTranslation('wholesale-profile')
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const most = AUTO_RESPONSE_AT_MOST
  const isLong = !hasAtMostLetters(typed, most)
  const missing = isChecked && !hasVisibleText(typed) ? t('response.missing') : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isSaving || isLong || !hasVisibleText(typed)) return
    setSaving(true)
    await onSave(typed)
    setSaving(false)
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <Field
        label={t('response.label')}
        hint={t('response.hint', { most })}
        error={isLong ? t('response.long', { most }) : missing}
      >
        {(control) => <TextArea {...control} value={typed} onChange={(event) => onType(event.target.value)} />}
      </Field>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('response.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {t('response.save')}
        </Button>
      </div>
    </Form>
  )
}
