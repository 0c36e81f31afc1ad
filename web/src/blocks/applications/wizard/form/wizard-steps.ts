import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'

/** The last step of every application. */
export const DOCUMENTS = 'documents'
/** Takes the code of the mail, after the submission. */
export const CODE = 'code'

const CameFrom = v.object({
  cameFrom: v.picklist(['before', 'documents']),
  /** The field that the person comes for. */
  field: v.optional(v.string()),
})

export interface WizardSteps {
  /** The index of the current step. */
  current: number
  /** The field that the person comes for from the list of what is missing. */
  field: string | undefined
  next: () => void
  /** Undefined on the first step. */
  back: (() => void) | undefined
  /** Opens a step for one of its fields; its Continue comes back to the documents. */
  toField: (step: string, field: string) => void
}

/**
 * The steps are entries in the history, as in the checkout: system Back goes one step back, and a reload stays at its
 * step. `entry` is the step of the bare address.
 */
export function useWizardSteps(steps: readonly string[], entry: string): WizardSteps {
  const { pathname, state } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const asked = query.get('step') ?? entry
  const current = Math.max(0, steps.indexOf(steps.includes(asked) ? asked : entry))
  const read = v.safeParse(CameFrom, state)
  const came = read.success ? read.output : undefined
  const before = steps[current - 1]

  const pathOf = (step: string) => {
    const next = new URLSearchParams(query)
    next.delete('step')
    if (step !== entry) next.set('step', step)
    return next.size > 0 ? `${pathname}?${next}` : pathname
  }
  return {
    current,
    field: came?.field,
    next: () => {
      if (came?.cameFrom === 'documents') return void navigate(-1)
      void navigate(pathOf(steps[current + 1] ?? DOCUMENTS), { state: { cameFrom: 'before' } })
    },
    back:
      before === undefined ? undefined : () => void (came ? navigate(-1) : navigate(pathOf(before), { replace: true })),
    toField: (step, field) => void navigate(pathOf(step), { state: { cameFrom: 'documents', field } }),
  }
}
