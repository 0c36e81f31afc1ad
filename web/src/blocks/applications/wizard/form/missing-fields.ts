import { useTranslation } from '../../../../i18n/use-translation.ts'
import type { Missing } from '../../document-rows/still-missing.tsx'
import { checkAllSteps, forgottenIn, useWizard } from './application-form.ts'
import { useFieldErrors } from './use-field-errors.ts'

/** What is still missing in the steps before the documents, each with a way to it. */
export function useMissingFields(): Missing[] {
  const { t } = useTranslation('applications')
  const wizard = useWizard()
  const { form, steps, refused } = wizard
  const errorOf = useFieldErrors()
  const reasons = new Map<string, string>()

  for (const { field, code } of checkAllSteps(wizard).problems)
    reasons.set(field, code === 'missing' ? t('missingList.empty') : (errorOf(field, code) ?? ''))
  for (const [field, code] of Object.entries(refused))
    if (!reasons.has(field)) reasons.set(field, errorOf(field, code) ?? '')
  // Also those that are optional: they were typed, and would be left out without a word.
  for (const field of forgottenIn(wizard)) reasons.set(field, t('missingList.forgotten'))

  return form.steps.flatMap(({ id, initial, names }) =>
    Object.keys(initial).flatMap((field) => {
      const why = reasons.get(field)
      const name = names[field]
      if (why === undefined || name === undefined) return []
      return { target: `field-${field}`, label: name, why, onChoose: () => steps.toField(id, field) }
    }),
  )
}
