import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { language } from '#model'
import type { AddressLimits } from '../../http/address-limits.ts'
import { problem } from '../../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../../http/refuse-in-maintenance.ts'
import { withValibot } from '../../http/validate.ts'
import type { Settings } from '../../settings/settings.ts'
import { type AccessLog, userAgentOf } from '../access-log.ts'
import type { Accounts } from '../accounts.ts'
import type { ApplicantCheck } from '../applicant-check.ts'
import type { ListedFeeds } from '../listed-feeds.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../session-cookie.ts'
import type { Sessions } from '../sessions.ts'
import { languageOf } from './login-codes.ts'
import { SessionAnswer, sessionAnswer } from './schemas.ts'

export interface VisitorNeeds {
  accessLog: AccessLog
  accounts: Accounts
  addressLimits: AddressLimits
  applicantCheck: ApplicantCheck
  feeds: ListedFeeds
  sessions: Sessions
  settings: Settings
  deskSettings: Maintenance
}

const VisitorRequest = v.nullish(v.object({ language: v.optional(language) }))

/** Creates a visitor at the first request of a device that is not signed in. An existing visitor stays the same. */
export function visitorRoutes(app: FastifyInstance, needs: VisitorNeeds): void {
  const { accessLog, accounts, addressLimits, sessions, settings } = needs
  const cookieName = SESSION_COOKIE(settings.publicUrl)

  const schema = { body: VisitorRequest, response: { 201: SessionAnswer } }
  withValibot(app).post('/api/visitors', { schema }, async (request, reply) => {
    const known = await sessions.find(request.cookies[cookieName])
    if (known && known.account.role !== 'VISITOR') throw problem(409, 'signed_in')
    if (known) return reply.code(201).send(await sessionAnswer(known.account, needs))
    await refuseInMaintenance(needs.deskSettings)
    addressLimits.count('visitor', request.ip)
    const visitor = await accounts.createVisitor(request.body?.language ?? languageOf(request) ?? 'en')
    const cookieValue = await sessions.start(visitor, { provenBy: 'nothing', userAgent: userAgentOf(request) })
    await accessLog.note('visitor-made', visitor.id, request)
    reply.setCookie(cookieName, cookieValue, sessionCookieOptions(settings.publicUrl))
    return reply.code(201).send(await sessionAnswer(visitor, needs))
  })
}
