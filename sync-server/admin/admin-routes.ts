import type { FastifyInstance } from 'fastify'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { type AdminNeeds, openAdminScope } from './admin-scope.ts'
import { applicationRoutes } from './application-routes.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { roleRoutes } from './role-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { troubleRoutes } from './trouble-routes.ts'
import { userCountRoutes } from './user-count-routes.ts'
import { usersRoutes } from './users-routes.ts'

/** Adds every route of the desk, below `/api/admin`; only admins may use them. */
export function adminRoutes(app: FastifyInstance, services: AdminNeeds, throughput: ThroughputLimits): void {
  const scope = openAdminScope(app, services, throughput)
  userCountRoutes(scope)
  overviewRoutes(scope)
  usersRoutes(scope)
  deletionRoutes(scope)
  roleRoutes(scope)
  applicationRoutes(scope)
  ticketRoutes(scope)
  troubleRoutes(scope)
  settingsRoutes(scope)
}
