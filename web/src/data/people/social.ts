import * as v from 'valibot'
import { callApi } from '../api/call-api.ts'
import { languageParameter } from '../api/chosen-language.ts'
import { type Found, foundIn, type Result, resultOf } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export const PROVIDERS = ['google', 'facebook'] as const
const provider = v.picklist(PROVIDERS)
export type SocialProvider = v.InferOutput<typeof provider>
export type SocialPage = 'login' | 'register' | 'profile'

const Providers = v.object({ google: v.boolean(), facebook: v.boolean() })
export type SocialProviders = v.InferOutput<typeof Providers>

/**
 * The outcome of the last attempt. `known` and `new` call for `session.signInWithProvider`, `linkable` for
 * `social.link`.
 */
const Outcome = v.object({
  provider,
  outcome: v.picklist(['pending', 'known', 'new', 'linkable', 'refused']),
  /** A reason code; set if the outcome is `refused`. */
  reason: v.optional(v.string()),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
})
export type SocialOutcome = v.InferOutput<typeof Outcome>

const Identities = v.object({ identities: v.array(v.object({ provider })) })

/** The channel on which the popup of `sync-server/social` only says that an outcome can be fetched. */
const CHANNEL = 'mogra-social'

export const readProvider = (text: string | null): SocialProvider | undefined => {
  const result = v.safeParse(provider, text)
  return result.success ? result.output : undefined
}

/** This browser's part of signing in with Google and Facebook; every call needs a network. */
export const social = {
  /** The providers that this service is configured for. */
  providers: async (): Promise<Found<SocialProviders>> =>
    foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/social/providers'), Providers),

  /** Returns the address to send the person to. */
  async begin(provider: SocialProvider, page: SocialPage, display: 'popup' | 'redirect'): Promise<Found<string>> {
    const { environment } = currentDataLayer()
    const body = { provider, page, display, ...languageParameter(environment.values) }
    const answer = await callApi(environment, 'POST', '/api/social/attempts', body)
    const found = foundIn(answer, v.object({ url: v.pipe(v.string(), v.url()) }))
    return found.ok ? { ok: true, value: found.value.url } : found
  },

  outcome: async (): Promise<Found<SocialOutcome>> =>
    foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/social/attempts/current'), Outcome),

  /**
   * Calls `listener` when a popup of this browser has received a provider's answer, so that the outcome can be fetched.
   */
  onAnswered(listener: () => void): () => void {
    if (typeof BroadcastChannel === 'undefined') return () => undefined
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = listener
    return () => channel.close()
  },

  /** The providers that the signed-in account is linked to. */
  async linked(): Promise<Found<SocialProvider[]>> {
    const found = foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/social/identities'), Identities)
    return found.ok ? { ok: true, value: found.value.identities.map((one) => one.provider) } : found
  },
  async link(): Promise<Result> {
    const found = foundIn(await callApi(currentDataLayer().environment, 'POST', '/api/social/identities'), Identities)
    return found.ok ? { ok: true } : found
  },
  unlink: async (provider: SocialProvider): Promise<Result> =>
    resultOf(await callApi(currentDataLayer().environment, 'DELETE', `/api/social/identities/${provider}`)),
}
