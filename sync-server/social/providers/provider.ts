import * as v from 'valibot'
import { emailAddress } from '#model'

/** What a provider says as e-mail; one that is no address counts as none: many people have only a phone number there. */
export const providerEmail = v.optional(v.fallback(v.optional(emailAddress), undefined))

export const PROVIDERS = ['google', 'facebook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Somebody as a provider knows them. */
export interface Identity {
  provider: ProviderName
  /** With `subject` it names the person for good; an e-mail never does. */
  issuer: string
  subject: string
  /** Only one that the provider says is theirs; absent when it says none. */
  email?: string
  name: string
}

/** Why there is no identity; a reason code that screens translate. */
export type Refusal =
  | 'cancelled'
  | 'provider_unavailable'
  | 'provider_failed'
  | 'domain_not_authorized'
  | 'api_key_invalid'
  | 'app_misconfigured'

export class ProviderRefusal extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Known to one browser and this service; sent to the provider as they are, or hashed. */
export interface AttemptSecrets {
  state: string
  nonce: string
  verifier: string
}

export interface Provider {
  name: ProviderName
  /** Where the browser is to go. Throws ProviderRefusal, as `identify` does. */
  authorizationUrl(redirectUri: string, secrets: AttemptSecrets): Promise<string>
  /** `answered` is the redirect URI with what the provider added to it. */
  identify(answered: URL, secrets: AttemptSecrets): Promise<Identity>
}
