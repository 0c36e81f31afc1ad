import { type AskedMessage, ulidOf } from '#model'
import type { IsPart } from '../live/live-query.ts'
import { readIntents } from '../local/kept-intents.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'

const KINDS = ['intent', 'receipt'] as const
/** How many messages, and how many intents, are read at once; the newest come first. */
export const PAGE = 50

/**
 * The messages that this account has asked to send and that are still kept, without the refused ones that the person
 * has dismissed. The newest intents are read at once; `isPart` is called if there are more.
 */
export async function readAskedMessages(mailbox: Mailbox, isPart?: IsPart): Promise<AskedMessage[]> {
  const { documents, db } = mailbox
  await Promise.all(KINDS.map((kind) => documents.loadNewest(kind, PAGE)))
  const since = KINDS.map((kind) => ulidOf(documents.loadedFrom(kind) ?? ''))
    .sort()
    .at(-1)
  const [kept, { dismissed }] = await Promise.all([readIntents(mailbox, since ?? ''), readRejectedDocuments(db)])
  if (kept.from !== '') isPart?.(() => Promise.all(KINDS.map((kind) => documents.loadAll(kind))))
  return kept
    .ofKinds('send-message')
    .filter(({ intent, receipt }) => receipt?.outcome !== 'refused' || !(intent._id in dismissed))
}
