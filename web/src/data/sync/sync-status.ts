import type { StorageTrouble } from '../local/storage-health.ts'
import type { ConnectionReport } from './connection-report.ts'

type SyncState = 'up-to-date' | 'sending' | 'offline' | 'waiting' | 'attention' | 'signed-out' | 'starting'

export interface SyncStatus {
  state: SyncState
  /** Documents of this device that the gate has not seen. */
  unsent: number
  /** Refusals that nobody has put away yet. */
  refused: number
  lastContactAt?: string
  online: boolean
  /** There is a network, and the gate does not answer. */
  isUnanswered?: boolean
  /** What keeps this device from storing more, or soon will; absent: nothing. */
  storage?: StorageTrouble | 'low'
  /** Not all that the account had has arrived here yet: an empty list means nothing. */
  isArriving: boolean
  /** Too many have asked from this network without an account; until then nothing is sent. */
  retryAt?: string
  /** While a mailbox arrives for the first time. */
  initialSync?: { done: number; total: number }
  /** While the catalogue arrives for the first time. */
  catalogueSync?: { done: number; total: number }
}

export interface StatusParts {
  isSignedIn: boolean
  /** What is written goes somewhere: an account's, or a visitor's. */
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
  // Without an account or an order a cart waits for nobody.
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
    ...(report?.initialSync && { initialSync: report.initialSync }),
    ...(report?.catalogueSync && { catalogueSync: report.catalogueSync }),
  }
}

function stateOf(parts: StatusParts, unsent: number): SyncState {
  const { isSignedIn, hasMailbox, refused, online, storage, report } = parts
  // Nothing that is done now would be kept.
  if (storage && storage !== 'low') return 'attention'
  if (isSignedIn && !hasMailbox) return 'signed-out'
  if (refused > 0) return 'attention'
  if (!online) return 'offline'
  if (report?.connection === 'waiting') return 'waiting'
  if (!report || report.initialSync) return 'starting'
  if (unsent > 0) return 'sending'
  return report.connection === 'starting' ? 'starting' : 'up-to-date'
}
