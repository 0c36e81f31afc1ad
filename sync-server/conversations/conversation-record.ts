import type { ContactRole, ConversationParts, ConversationState } from '#model'
import type { CoreDocument } from '../core/core-document.ts'

/** A conversation: a document of `conversations`. */
export interface ConversationRecord extends CoreDocument {
  type: 'conversation'
  kind: ConversationParts['kind']
  /** The account of the customer, of the buyer, or of the person who writes to Mogra. */
  owner: string
  /** The account of the partner or of the supplier; absent for Mogra. */
  counterpart?: string
  state: ConversationState
  lastSeq: number
  lastAt: string
}

/** The role in which each side appears to the other. */
export type Roles = Readonly<Record<'owner' | 'counterpart', ContactRole>>
