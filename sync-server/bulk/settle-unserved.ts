import type { RefusalOf } from '#model'
import { type AskedIntent, done, type Outcome, refused, type WorkflowContext } from '../decider/define-workflow.ts'
import { bulkOfUnserved, type TellBulk } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'

interface Needs {
  bulkRequests: BulkRequests
  tellBulk: TellBulk
}

/** Notes that an admin has answered the buyer of a city without a supplier: only the first admin's note is kept. */
export async function settleUnserved(
  { id, account, receivedAt: at, payload }: AskedIntent<'settle-item'>,
  { step }: Pick<WorkflowContext, 'step'>,
  { bulkRequests, tellBulk }: Needs,
): Promise<Outcome<RefusalOf<'settle-item'>>> {
  const { item, note } = payload
  const asked = { by: account.id, at, intent: id, ...(note !== undefined && { note }) }
  const decided = await step('write request', () => bulkRequests.settle(bulkOfUnserved(item), asked))
  if ('refused' in decided) {
    const settled = decided.doc?.unserved?.settled
    return refused(decided.refused, settled && { who: settled.by, when: settled.at, what: 'closed' })
  }
  await tellBulk(decided.doc, step)
  return done({ item })
}
