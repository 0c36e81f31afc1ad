import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../../ui/feedback/live-region.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { ActionBar } from '../../../../ui/layout/page.tsx'
import { forgottenIn, useWizard } from '../form/application-form.ts'
import styles from '../wizard.module.css'

interface StepFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The sentence above Continue for what does not let the person go on. */
  blocked: (codes: Readonly<Record<string, string>>) => string
  children: ReactNode
}

/** The fields of one step, with Back and Continue. What is typed is kept at once. */
export function StepForm<Values extends FieldValues>({ form, blocked, children }: StepFormProps<Values>) {
  const { t } = useTranslation('applications')
  const { form: application, draft, steps, refused, corrected } = useWizard()
  const step = application.steps[steps.current]
  const element = useRef<HTMLFormElement>(null)
  const { watch, handleSubmit, setError, formState } = form
  const { errors, submitCount } = formState
  const codes = Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, typeof error?.message === 'string' ? error.message : '']),
  )

  useEffect(() => {
    const typing = watch((typed, { name }) => {
      draft.save(typed)
      if (name !== undefined) corrected(name)
    })
    return () => typing.unsubscribe()
  }, [watch, draft, corrected])

  const arrive = useEffectEvent(() => {
    for (const [field, code] of Object.entries(refused))
      if (step && field in step.initial) setError(field as Parameters<typeof setError>[0], { message: code })
    if (steps.field !== undefined) focusField(element.current, steps.field)
  })
  useEffect(() => arrive(), [])

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  const empty = Object.keys(codes).filter((field) => codes[field] === 'missing')
  const [first] = empty
  return (
    <Form
      ref={element}
      className={styles.form}
      onSubmit={handleSubmit((values) => {
        draft.save(values)
        steps.next()
      })}
    >
      <Forgotten />
      <div className={styles.form}>{children}</div>
      <ActionBar
        above={
          <LiveRegion role="alert">
            {submitCount > 0 && Object.keys(codes).length > 0 && (
              <Banner tone="rose" title={blocked(codes)}>
                {first !== undefined && (
                  <p>
                    <button type="button" className={styles.toField} onClick={() => focusField(element.current, first)}>
                      {step?.names[first]}
                    </button>
                    <span>{` ${empty.length > 1 ? t('emptyAnd', { count: empty.length - 1 }) : t('empty')}`}</span>
                  </p>
                )}
              </Banner>
            )}
          </LiveRegion>
        }
      >
        {steps.back && (
          <Button size="large" className={styles.back} onClick={steps.back}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="large">
          {t('continue')}
        </Button>
      </ActionBar>
    </Form>
  )
}

/** Names the fields of this step that no storage holds, and that a reload has emptied. */
function Forgotten() {
  const { t } = useTranslation('applications')
  const wizard = useWizard()
  const { initial = {}, names = {} } = wizard.form.steps[wizard.steps.current] ?? {}
  const forgotten = forgottenIn(wizard).flatMap((field) => (field in initial ? (names[field] ?? []) : []))
  if (forgotten.length === 0) return null
  return (
    <Banner tone="marigold" title={t('forgotten.title', { fields: forgotten.join(', ') })}>
      {t('forgotten.text')}
    </Banner>
  )
}

function focusField(form: HTMLFormElement | null, field: string) {
  const control = form?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"] input`)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
