import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { Session } from '../accounts/sessions.ts'
import { problem } from '../problem.ts'
import type { Services } from '../services.ts'

/** Who asks; throws `401 signed_out` or `401 account_deleted`. */
export function signedIn({ sessions, settings }: Services): (request: FastifyRequest) => Promise<Session> {
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  return async (request) => {
    const session = await sessions.look(request.cookies[cookieName])
    if (session === 'none') throw problem(401, 'signed_out')
    if (session === 'account_deleted') throw problem(401, 'account_deleted')
    return session
  }
}
