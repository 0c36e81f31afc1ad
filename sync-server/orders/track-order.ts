import { orderId, trackOrder } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done } from '../decider/define-workflow.ts'
import type { Orders } from './orders.ts'

/** Simulates the delivery of an order, in a demo. */
export interface TimelineStarter {
  /** Starts the simulation now, unless it has begun already. */
  begin(order: string): Promise<void>
}

interface Needs {
  accounts: Accounts
  orders: Orders
  deliverySimulation: TimelineStarter
}

/** Tracking an order changes nothing, except in a demo, where the first look starts the simulated delivery. */
export const trackOrderWorkflow = ({ accounts, orders, deliverySimulation }: Needs) =>
  defineWorkflow(trackOrder, async ({ account, payload }, { step }) => {
    const order = await orders.get(orderId(payload.order))
    if (order?.status === 'confirmed' && (await accounts.isSamePerson(order.account, account.id)))
      await step('begin timeline', () => deliverySimulation.begin(order._id))
    return done()
  })
