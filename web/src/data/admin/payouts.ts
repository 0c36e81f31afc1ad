import * as v from 'valibot'
import { PAYOUT_STATES, type PayoutRow, timestamp } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Failure, type Found, foundIn } from '../api/result.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { readDraft, writeDraft } from '../local/draft-storage.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const count = v.number()

const Payout = v.object({
  ...{ id: v.string(), version: count, n: count, state: v.picklist(PAYOUT_STATES), rupees: count, earnings: count },
  ...{ at: timestamp, changedAt: timestamp },
  /** Absent once the partner's account is deleted. */
  name: v.optional(v.string()),
  city: v.optional(v.string()),
  /** The last four digits; absent while the partner has given no bank account. */
  bankAccountEnds: v.optional(v.string()),
  /** The bank file that it is in. */
  batch: v.optional(v.string()),
  reference: v.optional(v.string()),
  reason: v.optional(v.string()),
})
export type DeskPayout = v.InferOutput<typeof Payout>

const Payouts = v.object({ at: timestamp, payouts: v.array(Payout) })
type DeskPayouts = v.InferOutput<typeof Payouts>

/** The payouts that wait for an admin; undefined until this browser has received the feed once. */
export const openPayouts: LiveQuery<readonly PayoutRow[] | undefined> = {
  key: 'desk/open-payouts',
  watches: ['payout:', 'complete'],
  feed: 'admin',
  async read({ feed }) {
    const admin = feed('admin')
    return admin && (await admin.isComplete()) ? admin.openRows('payout') : undefined
  },
}

const Refusal = v.object({ error: v.string() })
const TIMEOUT_MS = 60_000

/** Every act may be refused `fresh_code_needed`. */
export const payouts = {
  async list(): Promise<Found<DeskPayouts>> {
    const { environment } = currentDataLayer()
    const found = foundIn(await callApi(environment, 'GET', '/api/admin/payouts'), Payouts)
    if (found.ok) writeDraft(environment.values, 'desk-payouts', found.value)
    return found
  },
  /** The payouts that this browser read last. */
  last(): DeskPayouts | undefined {
    const read = v.safeParse(Payouts, readDraft(currentDataLayer().environment.values, 'desk-payouts'))
    return read.success ? read.output : undefined
  },

  /** A name for a new bank file: the same name again is the same file again. */
  newBatch: (): string => currentDataLayer().ids.nextUlid(),

  /** The bank's file. `again`: only what it had before. */
  async bankFile(batch: string, again: boolean): Promise<Found<Blob>> {
    const { origin, fetch } = currentDataLayer().environment
    try {
      const response = await fetch(`${origin}/api/admin/payouts/export`, {
        method: 'POST',
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ batch, again }),
      })
      // Any other 200 is a captive portal's.
      const isFile = response.headers.get('content-type')?.startsWith('text/csv')
      if (response.ok) return isFile ? { ok: true, value: await response.blob() } : NO_NETWORK
      const refusal = v.safeParse(Refusal, await response.json())
      return refusal.success ? { ok: false, status: response.status, error: refusal.output.error } : NO_NETWORK
    } catch {
      return NO_NETWORK
    }
  },

  paid: (payout: DeskPayout, reference: string) => settle(payout, 'paid', { reference }),
  failed: (payout: DeskPayout, reason: string) => settle(payout, 'failed', { reason }),
}

const NO_NETWORK: Failure = { ok: false, error: 'network' }

async function settle({ id, version }: DeskPayout, what: 'paid' | 'failed', said: object): Promise<Found<DeskPayout>> {
  const path = `/api/admin/payouts/${encodeURIComponent(id)}/${what}`
  return foundIn(await callApi(currentDataLayer().environment, 'POST', path, { version, ...said }), Payout)
}
