import { missingDocuments } from '#model'
import { doesGstinHavePan, isWellFormed } from '#model/number-formats'
import type { News, TellStep } from '../core/core-document.ts'
import type { CoreStore } from '../core/core-store.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { ApplicationDigests } from './application-digest.ts'
import { type ApplicationRecord, HAPPENED } from './application-record.ts'
import { decideAbout } from './deciding.ts'

export interface ReadyNeeds {
  digests: Pick<ApplicationDigests, 'add'>
  deskSettings: Pick<SettingsStore, 'get'>
  store: CoreStore<ApplicationRecord>
  isAadhaarKnown(application: ApplicationRecord): Promise<boolean>
  now: () => Date
}

/** Returns what follows when an application is ready for a decision: admins are mailed, or it is approved at once. */
export function tellReady(application: ApplicationRecord, { fresh }: News, needs: ReadyNeeds): TellStep[] {
  const { digests, deskSettings, store, isAadhaarKnown, now } = needs
  const { _id, version, state } = application
  const verified = fresh.find(({ what }) => what === HAPPENED.verified)
  if (!verified || state !== 'pending_verification') return []

  /** Refused where an admin was faster, and told by the next sweep. */
  async function approve() {
    if (!isFaultless(application) || !(await deskSettings.get()).autoApproval) return
    if (await isAadhaarKnown(application)) return
    await decideAbout(store, _id, { at: now().toISOString(), version, decision: 'approved' })
  }

  return [
    { name: 'add to digest', write: () => digests.add(_id, verified.at) },
    { name: 'approve automatically', write: approve },
  ]
}

/** Whether all required documents exist and every number has the form of its kind. */
function isFaultless({ form, documents }: ApplicationRecord): boolean {
  if (!form || missingDocuments(form.type, documents).length > 0 || !isWellFormed('pan', form.panNumber)) return false
  if (form.type === 'wholesale_supplier')
    return isWellFormed('gstin', form.gstNumber) && doesGstinHavePan(form.gstNumber, form.panNumber)
  return (
    isWellFormed('licence', form.licenseNumber) &&
    isWellFormed('vehicle', form.vehicleNumber) &&
    form.isAadhaarWellFormed
  )
}
