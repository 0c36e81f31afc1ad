import type { FastifyInstance } from 'fastify'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { type BankNeeds, bankRoutes } from './bank-routes.ts'
import { type OwnAccountNeeds, ownAccountRoutes } from './own-account-routes.ts'

/** What people do with their own account. */
export function peopleRoutes(
  app: FastifyInstance,
  needs: OwnAccountNeeds & BankNeeds,
  throughput: ThroughputLimits,
): void {
  ownAccountRoutes(app, needs, throughput)
  bankRoutes(app, needs)
}
