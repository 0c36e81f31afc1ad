import { dayOf } from '#model'
import { type AdminScope, reading } from './admin-scope.ts'
import { countTroubles } from './trouble-routes.ts'
import { USER_ROLES } from './users-index.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** The desk's first screen: figures, orders and revenue of each of the last 30 days, and what waits for an admin. */
export function overviewRoutes({ routes, services }: AdminScope): void {
  const { couch, now } = services

  routes.get('/overview', reading, async () => {
    const [byRole, byDay, troubles, openTickets, waiting] = await Promise.all([
      couch.db('accounts').reduced('by-role'),
      couch.db('orders').reduced<{ sum: number; count: number }>('by-day'),
      countTroubles(services),
      services.tickets.countOpen(),
      couch.db('applications').reduced('waiting'),
    ])
    const users = Object.fromEntries(USER_ROLES.map((role) => [role, byRole.get(role) ?? 0]))
    const days = Array.from({ length: DAYS }, (_, n) => ({
      day: dayOf(new Date(now().getTime() - (DAYS - 1 - n) * DAY_MS)),
      orders: 0,
      revenueRupees: 0,
    }))
    const orders = { total: 0, sold: 0, revenueRupees: 0 }
    for (const [key, { count, sum }] of byDay) {
      const [day, isSold] = key as [string, boolean]
      orders.total += count
      if (!isSold) continue
      orders.sold += count
      orders.revenueRupees += sum
      const shown = days.find((one) => one.day === day)
      if (shown) Object.assign(shown, { orders: count, revenueRupees: sum })
    }
    return {
      at: now().toISOString(),
      users,
      pending: { partners: waiting.get('driver') ?? 0, suppliers: waiting.get('wholesale_supplier') ?? 0 },
      orders,
      days,
      troubles,
      tickets: openTickets,
    }
  })
}
