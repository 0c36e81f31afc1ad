import { type Asked, type Intent, type IntentKind, type Receipt, receiptId, ulidOf } from '#model'
import type { PushProgress } from '../push-state/push-progress.ts'
import type { RejectedDocuments } from '../push-state/rejected-documents.ts'

/** An intent with how far it got. The gate's refusal is read as a receipt, because the service sends none then. */
export function withProgress(
  intent: Intent,
  receipt: Receipt | undefined,
  sent: Pick<PushProgress, 'times'>,
  refusals: Pick<RejectedDocuments, 'documents'>,
): Asked<IntentKind> {
  const refused = refusals.documents[intent._id]
  const byGate: Receipt | undefined = refused && {
    _id: receiptId(ulidOf(intent._id)),
    type: 'receipt',
    outcome: 'refused',
    reason: refused.reason,
    receivedAt: refused.at,
    decidedAt: refused.at,
  }
  return { intent, sentAt: sent.times[intent._id], receipt: receipt ?? byGate }
}

export const isAsked = <K extends IntentKind>(
  asked: Asked<IntentKind>,
  kinds: readonly K[],
): asked is Asked<IntentKind> & Asked<K> => kinds.some((kind) => kind === asked.intent.kind)
