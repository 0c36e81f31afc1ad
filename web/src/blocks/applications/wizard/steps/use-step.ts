import { useState } from 'react'
import type { TypedValue } from '../../../../data/applications/application-draft.ts'
import { useWizard } from '../form/application-form.ts'
import { restoreTyped } from '../form/typed-values.ts'
import { useFieldErrors } from '../form/use-field-errors.ts'

/** What the person had typed when the step was opened. */
export function useTyped<Values extends Record<string, TypedValue>>(initial: Values): Values {
  const { values } = useWizard()
  const [typed] = useState(() => restoreTyped(initial, values()))
  return typed
}

/** The text beside each field of a step. */
export function useStepErrors<Field extends string>(
  errors: Partial<Record<Field, { message?: string | undefined } | undefined>>,
): (field: Field) => string | undefined {
  const errorOf = useFieldErrors()
  return (field) => errorOf(field, errors[field]?.message)
}
