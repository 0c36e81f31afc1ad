import * as v from 'valibot'
import { timestamp } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Found, foundIn, type Result, resultOf } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const Sessions = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      userAgent: v.string(),
      madeAt: timestamp,
      seenAt: timestamp,
      isCurrent: v.boolean(),
    }),
  ),
})
const UserCounts = v.object({ total: v.number(), nonAdmin: v.number() })

export type SignedInDevice = v.InferOutput<typeof Sessions>['sessions'][number]
export type UserCounts = v.InferOutput<typeof UserCounts>

/** Data and actions of the signed-in account that only the service has; every call needs a network. */
export const ownAccount = {
  async signedInDevices(): Promise<Found<SignedInDevice[]>> {
    const found = foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/sessions'), Sessions)
    return found.ok ? { ok: true, value: found.value.sessions } : found
  },
  signOutDevice: async (id: string): Promise<Result> =>
    resultOf(await callApi(currentDataLayer().environment, 'DELETE', `/api/sessions/${encodeURIComponent(id)}`)),

  /** Everything that Mogra holds of this person, as JSON text. */
  async exportData(): Promise<Found<string>> {
    const found = foundIn(
      await callApi(currentDataLayer().environment, 'GET', '/api/accounts/current/export'),
      v.looseObject({}),
    )
    return found.ok ? { ok: true, value: JSON.stringify(found.value, null, 2) } : found
  },

  /** Asks for a mail with the code that `session.deleteAccount` needs. */
  requestDeletionCode: async (): Promise<Result> =>
    resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/accounts/current/deletion-codes')),

  /** Works for admins only. */
  userCounts: async (): Promise<Found<UserCounts>> =>
    foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/admin/user-counts'), UserCounts),
}
