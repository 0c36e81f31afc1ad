import { ONLINE_WITHIN_MINUTES, setAvailability } from '#model'
import type { Step } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { Duty } from './duty.ts'
import { isTooOld } from './intent-age.ts'
import type { PartnerRecord } from './partner-record.ts'

/** Tells a partner's devices what was decided about duty, in the holder's `step`. */
export type TellPartner = (partner: PartnerRecord & Stored, step: Step) => Promise<void>

interface Needs {
  partners: Duty
  tellPartner: TellPartner
}

/** Going on duty counts only while it is new; going off duty always does. */
export const setAvailabilityWorkflow = ({ partners, tellPartner }: Needs) =>
  defineWorkflow(setAvailability, async (intent, { now, turn, isOvertakenBy, step }) => {
    const { online } = intent.payload
    const at = now().toISOString()
    const decided = await step('write duty', () =>
      partners.set(intent.account, { isOnline: online, intent: intent.id, at, turn }, (before) => {
        if (isOvertakenBy(before?.changedIn?.duty)) return 'overtaken'
        return online && isTooOld(intent, now(), ONLINE_WITHIN_MINUTES) ? 'too_late' : undefined
      }),
    )
    if ('refused' in decided) return refused(decided.refused)
    await tellPartner(decided.doc, step)
    return done({ version: decided.doc.version })
  })
