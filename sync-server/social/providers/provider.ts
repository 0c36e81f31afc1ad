import * as v from 'valibot'
import { emailAddress } from '#model'

/** The e-mail that a provider gives. An invalid e-mail counts as none: many people have only a phone number there. */
export const providerEmail = v.optional(v.fallback(v.optional(emailAddress), undefined))

export const PROVIDERS = ['google', 'facebook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** A person as a provider knows them. */
export interface Identity {
  provider: ProviderName
  /** Together with `subject`, it identifies the person permanently; an e-mail does not. */
  issuer: string
  subject: string
  /** Set only if the provider confirms that the e-mail is the person's own. */
  email?: string
  name: string
}

/** The reason why there is no identity; screens translate it. */
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

/** Known only to one browser and this service; sent to the provider as they are, or hashed. */
export interface AttemptSecrets {
  state: string
  nonce: string
  verifier: string
}

export interface Provider {
  name: ProviderName
  /** Returns the address to send the browser to. Throws `ProviderRefusal`, as `identify` does. */
  authorizationUrl(redirectUri: string, secrets: AttemptSecrets): Promise<string>
  /** `answered` is the redirect URI with what the provider added to it. */
  identify(answered: URL, secrets: AttemptSecrets): Promise<Identity>
}
