import { orderId, trackOrder } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done } from '../decider/define-workflow.ts'
import type { Orders } from './orders.ts'

/** Plays the way of an order, in a demo. */
export interface TimelineStarter {
  /** From now on, unless it is under way already. */
  begin(order: string): Promise<void>
}

interface Needs {
  accounts: Accounts
  orders: Orders
  deliverySimulation: TimelineStarter
}

/** Looking changes nothing, but in a demo, where the order's way is played from the first look on. */
export const trackOrderWorkflow = ({ accounts, orders, deliverySimulation }: Needs) =>
  defineWorkflow(trackOrder, async ({ account, payload }, { step }) => {
    const order = await orders.get(orderId(payload.order))
    if (order?.status === 'confirmed' && (await accounts.isSamePerson(order.account, account.id)))
      await step('begin timeline', () => deliverySimulation.begin(order._id))
    return done()
  })
