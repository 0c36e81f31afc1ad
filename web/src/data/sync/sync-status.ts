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
  /** While a mailbox arrives for the first time. */
  firstSync?: { done: number; total: number }
}

export interface StatusParts {
  isSignedIn: boolean
  signedOutByServer: boolean
  unsent: readonly string[]
  refused: number
  online: boolean
  lastContactAt: string | undefined
  report: ConnectionReport | undefined
}

export function statusOf(parts: StatusParts): SyncStatus {
  const { isSignedIn, unsent, refused, online, lastContactAt, report } = parts
  // Without an account a cart waits for nobody; an order does.
  const waiting = isSignedIn ? unsent : unsent.filter((id) => id.startsWith('intent:'))
  return {
    state: stateOf(parts, waiting.length),
    unsent: waiting.length,
    refused,
    online,
    ...(lastContactAt !== undefined && { lastContactAt }),
    ...(report?.firstSync && { firstSync: report.firstSync }),
  }
}

function stateOf({ isSignedIn, signedOutByServer, refused, online, report }: StatusParts, unsent: number): SyncState {
  if (signedOutByServer || (!isSignedIn && unsent > 0)) return 'signed-out'
  if (refused > 0) return 'attention'
  if (!online) return 'offline'
  if (report?.connection === 'waiting') return 'waiting'
  if (!report || report.connection === 'starting') return 'starting'
  return unsent > 0 ? 'sending' : 'up-to-date'
}
