import type { FastifyReply } from 'fastify'
import type { Session } from '../accounts/sessions.ts'
import { problem } from '../http/problem.ts'
import type { SessionRequests } from './polls/session-requests.ts'

/** Aborted when the client is gone or its session has ended. */
export function requestSignal(
  { raw }: FastifyReply,
  session: Session | undefined,
  sessionRequests: Pick<SessionRequests, 'add'>,
): AbortSignal {
  const controller = new AbortController()
  const over = session ? sessionRequests.add(session, () => controller.abort(problem(401, 'unauthorized'))) : () => {}
  const ended = () => {
    over()
    if (!raw.writableFinished) controller.abort()
  }
  // Gone while its session was looked up: 'close' has been said already.
  if (raw.destroyed) ended()
  else raw.once('close', ended)
  return controller.signal
}
