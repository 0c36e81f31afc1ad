import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { withoutUnseen } from '#model'
import { Problem, problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import { verifyEmail } from '../registration/verify-email.ts'

const Verification = v.object({ token: v.optional(v.string()) })

/** The link of the mail that follows a registration. It verifies the e-mail, and signs nobody in. */
export function verificationRoutes(app: FastifyInstance, services: Services): void {
  const { addressLimits, verificationLinks } = services

  withValibot(app).post('/api/verifications', { schema: { body: Verification } }, async (request) => {
    addressLimits.count('sign_in', request.ip)
    const token = withoutUnseen(request.body.token ?? '').trim()
    if (!token) throw problem(400, 'token_missing', { success: false, message: MISSING })
    const account = await verificationLinks.redeem(token).catch((error: unknown) => {
      throw error instanceof Problem ? problem(error.statusCode, error.code, { success: false }) : error
    })
    if (!(await verifyEmail(account, services, request))) throw problem(404, 'token_invalid', { success: false })
    return { success: true, message: 'Email verified successfully!' }
  })
}

const MISSING = 'Invalid verification link. Please check your email for the correct link.'
