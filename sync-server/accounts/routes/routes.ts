import type { FastifyInstance } from 'fastify'
import { loginCodeRoutes } from './login-codes.ts'
import { type RegistrationNeeds, registrationRoutes } from './registrations.ts'
import { type SessionRouteNeeds, sessionRoutes } from './sessions.ts'
import { type SignInNeeds, signInRoutes } from './sign-in.ts'
import { type VerificationNeeds, verificationRoutes } from './verifications.ts'
import { type VisitorNeeds, visitorRoutes } from './visitors.ts'

type Needs = RegistrationNeeds & SignInNeeds & SessionRouteNeeds & VerificationNeeds & VisitorNeeds

/** The routes for registering, for signing in and out, and for visitors without an account. */
export function accountRoutes(app: FastifyInstance, needs: Needs): void {
  registrationRoutes(app, needs)
  verificationRoutes(app, needs)
  loginCodeRoutes(app, needs)
  signInRoutes(app, needs)
  sessionRoutes(app, needs)
  visitorRoutes(app, needs)
}
