import { applicationId, type DecidedInstead, decideApplication } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Step } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { Applications } from './applications.ts'
import { decideAbout } from './deciding.ts'

/** Tells what was decided about an application, in the holder's `step`. */
export type TellApplication = (application: ApplicationRecord & Stored, step: Step) => Promise<void>

/** The name shown for an automatic decision. */
const AUTOMATIC = 'Mogra'

interface Needs {
  accounts: Pick<Accounts, 'get'>
  applications: Pick<Applications, 'kept'>
  tellApplication: TellApplication
}

/** Approves or rejects an application: the first admin's decision stands. */
export const decideApplicationWorkflow = ({ accounts, applications, tellApplication }: Needs) =>
  defineWorkflow(decideApplication, async ({ id, account, receivedAt, payload }, { step }) => {
    const { application, version, decision, reason } = payload
    const deciding = {
      ...{ by: account.id, at: receivedAt, intent: id, version, decision },
      ...(reason !== undefined && { reason }),
    }
    const decided = await step('write application', () =>
      decideAbout(applications.kept.store, applicationId(application), deciding),
    )
    if ('refused' in decided)
      return refused(decided.refused, decided.doc && (await decidedInstead(decided.doc, accounts)))
    await tellApplication(decided.doc, step)
    return done({ application: decided.doc._id, decision: decided.doc.decision?.decision })
  })

/** Returns whose decision stands; undefined while nobody has decided. */
export async function decidedInstead(
  { decision }: ApplicationRecord,
  accounts: Needs['accounts'],
): Promise<DecidedInstead | undefined> {
  if (!decision) return undefined
  const admin = decision.by === undefined ? undefined : await accounts.get(decision.by)
  const by = admin?.status === 'active' ? admin.name : AUTOMATIC
  return { by, at: decision.at, decision: decision.decision }
}
