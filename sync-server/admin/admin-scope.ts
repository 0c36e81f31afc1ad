import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessLog } from '../accounts/access-log.ts'
import type { StoredAccount } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { requireFreshCode } from '../accounts/routes/require-fresh-code.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { Session, Sessions } from '../accounts/sessions.ts'
import type { Applications } from '../applications/applications.ts'
import type { Kyc } from '../applications/kyc.ts'
import type { Sweep } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Decider } from '../decider/decider.ts'
import type { Outbox } from '../email/outbox.ts'
import type { SessionRequests } from '../gate/polls/session-requests.ts'
import { problem } from '../http/problem.ts'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { withValibot } from '../http/validate.ts'
import type { Payouts } from '../partners/payouts.ts'
import type { DeletionJobs } from '../people/deletion-jobs.ts'
import type { TakenRoles } from '../people/taken-roles.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { Tickets } from '../support/tickets.ts'
import type { UsersIndex } from './users-index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The admin must have typed a mailed code within the last 15 minutes. */
    needsFreshCode?: true
  }
}

/** What the routes of the desk need of the services. */
export interface AdminNeeds extends SessionNeeds {
  couch: Couch
  now: () => Date
  accessLog: AccessLog
  accounts: Accounts
  applications: Applications
  kyc: Kyc
  sessions: Sessions
  decider: Decider
  deletionJobs: DeletionJobs
  deskSettings: SettingsStore
  outbox: Outbox
  payouts: Payouts
  sessionRequests: SessionRequests
  sweep: Sweep
  takenRoles: TakenRoles
  tickets: Tickets
  usersIndex: UsersIndex
}

/** What the routes of the desk get. */
export interface AdminScope {
  routes: ReturnType<typeof withValibot>
  services: AdminNeeds
  throughput: ThroughputLimits
  /** The admin's session; every request of the scope has one. */
  adminOf(request: FastifyRequest): Session
  /** When the admin typed the code that a route with `freshCode` asks for. */
  provenAtOf(request: FastifyRequest): string
}

interface Admitted {
  session: Session
  provenAt?: string
}

/** For the options of a route that cannot be taken back, or that shows people's papers. */
export const freshCode = { config: { needsFreshCode: true } } as const
/** For the options of a route that reads. */
export const reading = { exposeHeadRoute: false } as const

/** Lets only admins reach the routes that are added to this scope. */
export function openAdminScope(app: FastifyInstance, services: AdminNeeds, throughput: ThroughputLimits): AdminScope {
  const { couch } = services
  const who = requireSession(services)
  const admins = new WeakMap<FastifyRequest, Admitted>()

  async function admit(request: FastifyRequest): Promise<Admitted> {
    const session = await who(request)
    if (session.account.role !== 'ADMIN') throw problem(403, 'not_allowed')
    const needsFreshCode = request.routeOptions.config.needsFreshCode === true
    if (request.method === 'GET' && !needsFreshCode) return { session }
    // The session may be two seconds old, and an admin who has lost the role must decide nothing more.
    const account = await couch.db('accounts').get<StoredAccount>(session.account._id)
    if (account?.status !== 'active' || account.role !== 'ADMIN') throw problem(403, 'not_allowed')
    return needsFreshCode ? { session, ...(await requireFreshCode(session, services)) } : { session }
  }

  app.addHook('onRequest', async (request) => {
    admins.set(request, await admit(request))
  })
  return {
    routes: withValibot(app),
    services,
    throughput,
    adminOf(request) {
      const session = admins.get(request)?.session
      if (!session) throw problem(403, 'not_allowed')
      return session
    },
    provenAtOf(request) {
      const provenAt = admins.get(request)?.provenAt
      if (provenAt === undefined) throw problem(403, 'fresh_code_needed')
      return provenAt
    },
  }
}
