import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'

const FIRST = 3

/** Something that happened to a request: the last thing that this phone knows of. */
export interface Activity {
  request: SupplierRequest
  what: 'new' | 'showing' | 'withdrawing' | 'agreed' | 'withdrawn' | 'elsewhere' | 'expired'
}

/** The last three things that happened, the newest first. */
export function recentActivity(all: readonly SupplierRequest[]): Activity[] {
  return all
    .map((request) => ({ request, what: whatOf(request) }))
    .toSorted((a, b) => (a.request.since > b.request.since ? -1 : 1))
    .slice(0, FIRST)
}

function whatOf({ state, ended, change, withdrawnAt }: SupplierRequest): Activity['what'] {
  if (change) return change.kind === 'show-interest' ? 'showing' : 'withdrawing'
  if (state === 'agreed') return 'agreed'
  if (ended) return ended === 'agreed' ? 'elsewhere' : ended
  if (state === 'interested') return 'showing'
  return withdrawnAt === undefined ? 'new' : 'withdrawing'
}
