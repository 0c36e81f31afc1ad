import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { withoutUnseen } from '#model'
import type { AddressLimits } from '../../http/address-limits.ts'
import { Problem, problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { ApplicantCheck } from '../applicant-check.ts'
import type { VerificationLinks } from '../registration/verification-links.ts'
import { type VerifyEmailNeeds, verifyEmail } from '../registration/verify-email.ts'

export interface VerificationNeeds extends VerifyEmailNeeds {
  addressLimits: AddressLimits
  applicantCheck: ApplicantCheck
  verificationLinks: VerificationLinks
}

const Verification = v.object({ token: v.optional(v.string()) })

/**
 * Handles the link of the mail after a registration. It verifies the e-mail but does not sign in. A person who is
 * verified already is told so by success, also if the link has expired since.
 */
export function verificationRoutes(app: FastifyInstance, needs: VerificationNeeds): void {
  const { accounts, addressLimits, applicantCheck, verificationLinks } = needs

  withValibot(app).post('/api/verifications', { schema: { body: Verification } }, async (request) => {
    addressLimits.count('sign_in', request.ip)
    const token = withoutUnseen(request.body.token ?? '').trim()
    if (!token) throw problem(400, 'token_missing', { success: false, message: MISSING })
    const { account, isExpired } = await verificationLinks.read(token).catch((error: unknown) => {
      throw error instanceof Problem ? problem(error.status, error.code, { success: false }) : error
    })
    const known = await accounts.get(account)
    const isVerified = known?.status === 'active' && known.emailVerifiedAt !== undefined
    if (isExpired && !isVerified) throw problem(410, 'token_expired', { success: false })
    if (!(await verifyEmail(account, needs, request))) throw problem(404, 'token_invalid', { success: false })
    await applicantCheck.confirmBy(account, request)
    return { success: true, message: 'Email verified successfully!' }
  })
}

const MISSING = 'Invalid verification link. Please check your email for the correct link.'
