import type { FastifyInstance } from 'fastify'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { type OwnAccountNeeds, ownAccountRoutes } from './own-account-routes.ts'
import { type UserCountNeeds, userCountRoutes } from './user-count-routes.ts'

type Needs = OwnAccountNeeds & UserCountNeeds

/** The routes of the own account, and the counts of users for admins. */
export function peopleRoutes(app: FastifyInstance, needs: Needs, throughput: ThroughputLimits): void {
  ownAccountRoutes(app, needs, throughput)
  userCountRoutes(app, needs)
}
