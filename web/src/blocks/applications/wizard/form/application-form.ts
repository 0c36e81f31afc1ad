import { type ComponentType, createContext, use } from 'react'
import * as v from 'valibot'
import type { ApplicationType } from '#model'
import type { ApplicationDraft, TypedValue, TypedValues } from '../../../../data/applications/application-draft.ts'
import type { WantedDocument } from '../../document-rows/document-rows.tsx'
import type { Applicant } from './applicant.ts'
import { restoreTyped } from './typed-values.ts'
import type { WizardSteps } from './wizard-steps.ts'

/** One step before the documents: some fields, their rules, and the part of the screen that shows them. */
interface FormStep {
  id: string
  /** Below its number in the progress. */
  label: string
  title: string
  text?: string
  initial: Readonly<Record<string, TypedValue>>
  rules: (applicant: Applicant) => v.GenericSchema<unknown, Record<string, unknown>>
  /** What the person reads above each field. */
  names: Readonly<Record<string, string>>
  Screen: ComponentType
}

/** An application as a person fills it in. */
export interface ApplicationForm {
  type: ApplicationType
  title: string
  steps: readonly FormStep[]
  documentsTitle: string
  documents: readonly WantedDocument[]
  /** The members of the submission, from the checked values of all steps. */
  membersOf: (values: Record<string, unknown>) => Record<string, unknown>
}

/** What the steps of one wizard share. */
export interface Wizard {
  form: ApplicationForm
  applicant: Applicant
  draft: ApplicationDraft
  /** What is typed and what the account, or the provider, says. */
  values: () => TypedValues
  steps: WizardSteps
  /** What the service refused: field → reason code. */
  refused: Readonly<Record<string, string>>
  /** The person changes a field that was refused. */
  corrected: (field: string) => void
}

export const WizardContext = createContext<Wizard | undefined>(undefined)

/** The application that the step around this belongs to. */
export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (!wizard) throw new Error('a step is only shown inside of its wizard')
  return wizard
}

const PASSWORDS: readonly string[] = ['password', 'confirmPassword']

/** Whether this person can type the field: it is neither locked nor a password that they do not need. */
export const isAskedFor = ({ kind, locked }: Applicant, field: string): boolean =>
  !(field in locked) && (kind === 'visitor' || !PASSWORDS.includes(field))

/** The fields that this page does not know any more and that this person is asked for. */
export const forgottenIn = ({ draft, applicant }: Pick<Wizard, 'draft' | 'applicant'>): string[] =>
  draft.forgotten().filter((field) => isAskedFor(applicant, field))

interface FieldProblem {
  step: FormStep
  field: string
  code: string
}

/** Every field that is not filled in as its step's rules want it, and the checked values of all the others. */
export function checkAllSteps({ form, applicant, values }: Pick<Wizard, 'form' | 'applicant' | 'values'>) {
  const problems: FieldProblem[] = []
  const checkedValues: Record<string, unknown> = {}
  for (const step of form.steps) {
    const result = v.safeParse(step.rules(applicant), restoreTyped(step.initial, values()))
    if (result.success) Object.assign(checkedValues, result.output)
    for (const issue of result.issues ?? []) {
      const field = String(issue.path?.[0]?.key ?? '')
      if (!problems.some((known) => known.field === field)) problems.push({ step, field, code: issue.message })
    }
  }
  return { problems, values: checkedValues }
}
