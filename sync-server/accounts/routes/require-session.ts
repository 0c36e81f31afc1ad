import type { FastifyRequest } from 'fastify'
import { problem } from '../../http/problem.ts'
import type { Settings } from '../../settings/settings.ts'
import { SESSION_COOKIE } from '../session-cookie.ts'
import type { Session, Sessions } from '../sessions.ts'

export interface SessionNeeds {
  sessions: Pick<Sessions, 'look'>
  settings: Pick<Settings, 'publicUrl'>
}

/** Returns the session of a request; throws `401 signed_out` or `401 account_deleted`. */
export function requireSession({ sessions, settings }: SessionNeeds): (request: FastifyRequest) => Promise<Session> {
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  return async (request) => {
    const session = await sessions.look(request.cookies[cookieName])
    if (session === 'none') throw problem(401, 'signed_out')
    if (session === 'account_deleted') throw problem(401, 'account_deleted')
    return session
  }
}
