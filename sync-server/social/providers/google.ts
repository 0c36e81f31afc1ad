import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import * as v from 'valibot'
import type { GoogleSettings } from '../../settings/social-settings.ts'
import { displayName } from './display-name.ts'
import { type Provider, ProviderRefusal, providerEmail } from './provider.ts'
import { providerErrorOf } from './provider-errors.ts'
import { PATIENCE_S, providerFetch } from './provider-fetch.ts'

const KEPT_MS = 3_600_000

const Claims = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: providerEmail,
  email_verified: v.optional(v.boolean()),
  name: v.optional(v.string()),
})

/** OpenID Connect: code flow with PKCE, state and nonce; the ID token's signature is checked too. */
export function google({ clientId, clientSecret, issuer }: GoogleSettings): Provider {
  let known: { found: Promise<Configuration>; until: number } | undefined

  /** Returns the provider's metadata; a failure is not cached. */
  function configuration(): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.found
    const isLoopback = issuer.startsWith('http:')
    const found = discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [customFetch]: providerFetch,
      timeout: PATIENCE_S,
      execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
    })
    const mine = { found, until: Date.now() + KEPT_MS }
    known = mine
    found.catch(() => {
      if (known === mine) known = undefined
    })
    return found
  }

  return {
    name: 'google',

    async authorizationUrl(redirectUri, { state, nonce, verifier }) {
      try {
        const parameters = {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          prompt: 'select_account',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        return buildAuthorizationUrl(await configuration(), parameters).href
      } catch (error) {
        const refusal = providerErrorOf(error)
        // The server at the issuer's address is not the provider, so the setting is wrong.
        throw refusal.reason === 'provider_failed' ? new ProviderRefusal('app_misconfigured', error) : refusal
      }
    },

    async identify(answered, { state, nonce, verifier }) {
      try {
        const tokens = await authorizationCodeGrant(await configuration(), answered, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        })
        const { iss, sub, email, email_verified, name } = v.parse(Claims, tokens.claims())
        return {
          provider: 'google',
          issuer: iss,
          subject: sub,
          ...(email !== undefined && email_verified === true ? { email } : {}),
          name: displayName('google', name),
        }
      } catch (error) {
        throw providerErrorOf(error)
      }
    },
  }
}
