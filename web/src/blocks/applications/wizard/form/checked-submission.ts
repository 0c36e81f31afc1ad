import * as v from 'valibot'
import { SubmittedApplication } from '#model'
import type { CompletedForm } from '../../../../data/applications/submissions.ts'
import type { Language } from '../../../../i18n/language.ts'
import type { Wizard } from './application-form.ts'

/**
 * The application as the service takes it, without its files; undefined if something is missing. Of an account, the
 * service knows name, e-mail and phone; of a person whom a provider has confirmed, the e-mail.
 */
export function checkedSubmission(
  { form, applicant, draft }: Wizard,
  values: Record<string, unknown>,
  language: Language,
): CompletedForm | undefined {
  const { confirmPassword: _, email, password, ...rest } = values
  const application = {
    ...withoutEmpty(form.membersOf(rest)),
    ...(applicant.kind === 'visitor' && { email, password }),
    ...(applicant.kind === 'social' && form.type === 'driver' && { isSocialRegistration: true }),
    type: form.type,
    language,
    id: draft.id(),
    uploads: {},
  }
  const read = v.safeParse(SubmittedApplication, application)
  if (!read.success) return undefined
  const { id: _id, uploads: _uploads, ...submission } = read.output
  return submission
}

/** An optional field that is empty is left out. */
const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
