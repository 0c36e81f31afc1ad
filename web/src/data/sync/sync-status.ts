import type { StorageTrouble } from '../local/storage-health.ts'
import type { ConnectionReport } from './connection-report.ts'

type SyncState = 'up-to-date' | 'sending' | 'offline' | 'waiting' | 'attention' | 'signed-out' | 'starting'

export interface SyncStatus {
  state: SyncState
  /** Documents of this device that the gate has not accepted or refused yet. */
  unsent: number
  /** Refusals that have not been dismissed yet. */
  refused: number
  lastContactAt?: string
  online: boolean
  /** There is a network, but the gate does not answer. */
  isUnanswered?: boolean
  /** The reason why this device cannot store more, or soon will not; undefined if it can. */
  storage?: StorageTrouble | 'low'
  /** Not everything that the account had has arrived here yet: an empty list means nothing. */
  isArriving: boolean
  /** There were too many visitors from this network; until this time nothing is sent. */
  retryAt?: string
  /** The service takes no changes for now; they are kept here. */
  isMaintenance?: true
  /** Set while a mailbox arrives for the first time. */
  initialSync?: { done: number; total: number }
  /** Set while the catalogue arrives for the first time. */
  catalogueSync?: { done: number; total: number }
}

export interface StatusParts {
  isSignedIn: boolean
  /** There is a mailbox to send changes to, an account's or a visitor's. */
  hasMailbox: boolean
  unsent: readonly string[]
  refused: number
  isComplete: boolean
  online: boolean
  lastContactAt: string | undefined
  storage: SyncStatus['storage']
  report: ConnectionReport | undefined
}

export function statusOf(parts: StatusParts): SyncStatus {
  const { isSignedIn, hasMailbox, unsent, refused, online, lastContactAt, storage, report } = parts
  // Without an account or an order, a cart does not wait to be sent.
  const waiting = isSignedIn || hasMailbox ? unsent : unsent.filter((id) => id.startsWith('intent:'))
  return {
    state: stateOf(parts, waiting.length),
    unsent: waiting.length,
    refused,
    online,
    isArriving: (isSignedIn || hasMailbox) && !parts.isComplete,
    ...(online && report?.connection === 'waiting' && { isUnanswered: true }),
    ...(lastContactAt !== undefined && { lastContactAt }),
    ...(storage && { storage }),
    ...(report?.retryAt !== undefined && { retryAt: report.retryAt }),
    ...(online && report?.isMaintenance && { isMaintenance: true }),
    ...(report?.initialSync && { initialSync: report.initialSync }),
    ...(report?.catalogueSync && { catalogueSync: report.catalogueSync }),
  }
}

function stateOf(parts: StatusParts, unsent: number): SyncState {
  const { isSignedIn, hasMailbox, refused, online, storage, report } = parts
  // No change could be stored now.
  if (storage && storage !== 'low') return 'attention'
  if (isSignedIn && !hasMailbox) return 'signed-out'
  if (refused > 0) return 'attention'
  if (!online) return 'offline'
  // In maintenance the pull goes on: the connection counts as waiting only between two tries of the push.
  if (report?.connection === 'waiting' || report?.isMaintenance) return 'waiting'
  if (!report || report.initialSync) return 'starting'
  if (unsent > 0) return 'sending'
  return report.connection === 'starting' ? 'starting' : 'up-to-date'
}
