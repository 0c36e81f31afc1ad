import { type Identities, openIdentities } from '../social/identities.ts'
import { type OauthAttempts, openOauthAttempts } from '../social/oauth-attempts.ts'
import { openProviders, type Providers } from '../social/providers/providers.ts'
import type { Base } from './base.ts'

export interface SocialServices {
  oauthAttempts: OauthAttempts
  socialIdentities: Identities
  socialProviders: Providers
}

export const openSocialServices = ({ couch, keys, now, settings }: Base): SocialServices => ({
  oauthAttempts: openOauthAttempts({ couch, keys, now }),
  socialIdentities: openIdentities({ couch, keys, now }),
  socialProviders: openProviders(settings.social),
})
