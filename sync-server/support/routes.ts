import type { FastifyInstance } from 'fastify'
import { type EmailRouteNeeds, emailRoutes } from './email-routes.ts'

/** What people write to our support, and the mails that they ask for. */
export async function supportRoutes(app: FastifyInstance, needs: EmailRouteNeeds): Promise<void> {
  // Registered by itself, because it answers errors in its own form.
  await app.register(async (email) => emailRoutes(email, needs), { prefix: '/api/email' })
}
