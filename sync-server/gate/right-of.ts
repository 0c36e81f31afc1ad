import type { FastifyReply } from 'fastify'
import type { Session } from '../accounts/sessions.ts'
import { problem } from '../problem.ts'
import type { OpenRequests } from './polls/open-requests.ts'

/** Aborted when the client is gone or its session has ended. */
export function rightOf(
  { raw }: FastifyReply,
  session: Session | undefined,
  openRequests: Pick<OpenRequests, 'add'>,
): AbortSignal {
  const controller = new AbortController()
  const over = session ? openRequests.add(session, () => controller.abort(problem(401, 'unauthorized'))) : () => {}
  const ended = () => {
    over()
    if (!raw.writableFinished) controller.abort()
  }
  // Gone while its session was looked up: 'close' has been said already.
  if (raw.destroyed) ended()
  else raw.once('close', ended)
  return controller.signal
}
