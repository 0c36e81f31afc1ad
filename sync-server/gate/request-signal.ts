import type { FastifyReply } from 'fastify'
import type { Session } from '../accounts/sessions.ts'
import { problem } from '../http/problem.ts'
import type { SessionRequests } from './polls/session-requests.ts'

/** Returns a signal that is aborted when the client has gone or its session has ended. */
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
  // The client left while its session was looked up: 'close' was emitted already.
  if (raw.destroyed) ended()
  else raw.once('close', ended)
  return controller.signal
}
