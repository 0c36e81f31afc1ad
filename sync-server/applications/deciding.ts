import type { RefusalOf } from '#model'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore, Decided } from '../core/core-store.ts'
import { type ApplicationContent, type ApplicationRecord, type Decision, HAPPENED } from './application-record.ts'

/** An admin's decision, by an intent; without `by` and `intent` it is the automatic one. */
export interface Deciding extends Decision {
  /** The version that the admin has read. */
  version: number
}

/** Approves or rejects an application that waits for it: the first decision stands. */
export const decideAbout = (
  store: CoreStore<ApplicationRecord>,
  id: string,
  { version, ...decision }: Deciding,
): Promise<Decided<ApplicationRecord, RefusalOf<'decide-application'>>> => {
  const { at, intent } = decision
  return store.decide(id, { at, ...(intent !== undefined && { intent }) }, (found) => {
    if (!found || found.erasedAt !== undefined) return { refused: 'application_unknown' }
    if (found.decision) return { refused: 'already_decided' }
    // Nobody is shown an application before its e-mail is verified.
    if (found.state !== 'pending_verification') return { refused: 'application_unknown' }
    if (found.version !== version) return { refused: 'application_changed' }
    return decision.decision === 'approved'
      ? { what: HAPPENED.approved, content: { ...contentOf(found), state: 'approved', decision } }
      : { what: HAPPENED.rejected, content: { ...withoutNumbers(found), state: 'rejected', decision } }
  })
}

/** Nothing by which a rejected applicant could be found or impersonated is kept; telling deletes the documents. */
function withoutNumbers(application: ApplicationRecord): ApplicationContent {
  const { form, ...content } = contentOf(application)
  if (!form) return { ...content, documents: [] }
  if (form.type === 'driver') {
    const none = { vehicleNumber: '', licenseNumber: '', panNumber: '', aadhaarEnds: '', aadhaarHash: '' }
    return { ...content, documents: [], form: { ...form, ...none } }
  }
  const { businessLicense: _, ...rest } = form
  return { ...content, documents: [], form: { ...rest, gstNumber: '', panNumber: '' } }
}
