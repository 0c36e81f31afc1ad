import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { readWholeNumber } from '#model'
import { requestSignal } from '../gate/request-signal.ts'
import { problem } from '../http/problem.ts'
import { type AdminScope, reading } from './admin-scope.ts'
import { usersCsv } from './users-csv.ts'
import { USER_ROLES, USER_SORTS } from './users-index.ts'

const filter = {
  q: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  role: v.optional(v.picklist(USER_ROLES)),
  sort: v.optional(v.picklist(USER_SORTS), 'newest'),
}
const Filter = v.object(filter)
const wholeNumber = v.pipe(
  v.string(),
  v.transform((text) => readWholeNumber(text) ?? 0),
  v.minValue(1),
  v.maxValue(200),
)
const Page = v.object({
  ...filter,
  after: v.optional(v.pipe(v.string(), v.maxLength(600))),
  limit: v.optional(wholeNumber, '50'),
})
/** Each holds the list in memory until it is read. */
const FILES_AT_ONCE = 2

/** Lists people, a page at a time, and writes them into a file. */
export function usersRoutes({ routes, services, throughput, adminOf }: AdminScope): void {
  const { accessLog, now, sessionRequests, usersIndex } = services

  routes.get('/users', { ...reading, schema: { querystring: Page } }, async (request) => {
    const { q, role, sort, after, limit } = request.query
    return usersIndex.page({ q, role, sort, after, limit })
  })

  // For selecting everybody whom a filter leaves; admins cannot be selected.
  routes.get('/users/ids', { ...reading, schema: { querystring: Filter } }, async (request) => {
    const users = await usersIndex.all(request.query)
    return { ids: users.flatMap(({ id, role }) => (role === 'ADMIN' ? [] : [id])) }
  })

  routes.get('/users.csv', { ...reading, schema: { querystring: Filter } }, async (request, reply) => {
    const session = adminOf(request)
    throughput.begin(reply, [{ name: `user files of ${session.account.id}`, most: FILES_AT_ONCE }])
    const users = await usersIndex.all(request.query)
    await accessLog.note('users-exported', session.account.id, request)
    return sendFile(request, reply, users)
  })

  function sendFile(request: FastifyRequest, reply: FastifyReply, users: Parameters<typeof usersCsv>[0]) {
    const right = requestSignal(reply, adminOf(request), sessionRequests)
    if (right.aborted) throw problem(401, 'signed_out')
    throughput.watch(reply, right)
    const day = now().toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="mogra-users-${day}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(usersCsv(users))
  }
}
