import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { conversationKey, count } from '#model'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { Session } from '../accounts/sessions.ts'
import { problem } from '../http/problem.ts'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { withValibot } from '../http/validate.ts'
import type { Conversations } from './conversations.ts'

export interface ConversationRouteNeeds extends SessionNeeds {
  conversations: Pick<Conversations, 'noteSeen' | 'older'>
}

const MARKS_AT_ONCE = 100
/** Concurrent requests of an account: each writes or reads many documents. */
const AT_ONCE = { marks: 4, pages: 8 } as const

const seq = v.pipe(count, v.minValue(1))
const Marks = v.pipe(
  v.record(conversationKey, seq),
  v.check((marks) => Object.keys(marks).length <= MARKS_AT_ONCE, 'too many'),
)
const Page = v.strictObject({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), seq)) })

/** A device reports how far its person has read, and reads messages that the mailbox no longer keeps. */
export function conversationRoutes(
  app: FastifyInstance,
  needs: ConversationRouteNeeds,
  throughput: ThroughputLimits,
): void {
  const { conversations } = needs
  const who = requireSession(needs)
  const routes = withValibot(app)
  const person = ({ account: { id, role } }: Session) => ({ id, role })

  routes.post('/api/conversations/seen', { schema: { body: Marks } }, async (request, reply) => {
    const { id, role } = person(await who(request))
    if (role === 'VISITOR') throw problem(403, 'not_allowed')
    throughput.begin(reply, [{ name: `marks of ${id}`, most: AT_ONCE.marks }])
    await conversations.noteSeen({ id, role }, request.body)
    return reply.code(204).send()
  })

  routes.get(
    '/api/conversations/:id/messages',
    { exposeHeadRoute: false, schema: { querystring: Page } },
    async (request, reply) => {
      const { id, role } = person(await who(request))
      throughput.begin(reply, [{ name: `conversations of ${id}`, most: AT_ONCE.pages }])
      const { id: key } = request.params as { id: string }
      const page = await conversations.older({ id, role }, key, request.query.before)
      // A conversation of others looks like one that does not exist, so that nobody learns by trying which exist.
      if (!page) throw problem(404, 'not_found')
      return page
    },
  )
}
