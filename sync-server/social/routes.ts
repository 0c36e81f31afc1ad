import type { FastifyInstance } from 'fastify'
import { type IdentityRouteNeeds, identityRoutes } from './identity-routes.ts'
import { type OauthAttemptNeeds, oauthAttemptRoutes } from './oauth-attempt-routes.ts'
import { type SocialSessionNeeds, socialSessionRoutes } from './session-routes.ts'

type Needs = OauthAttemptNeeds & SocialSessionNeeds & IdentityRouteNeeds

/** The routes for signing in with Google and Facebook, and for linking them to an account. */
export function socialRoutes(app: FastifyInstance, needs: Needs): void {
  oauthAttemptRoutes(app, needs)
  socialSessionRoutes(app, needs)
  identityRoutes(app, needs)
}
