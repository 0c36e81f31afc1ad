import { orderId } from '#model'
import { defineWorkflow, done } from '../define-workflow.ts'

/** Looking changes nothing, but in a demo, where the order's way is played from the first look on. */
export const trackOrder = defineWorkflow(
  'track-order',
  async ({ account, payload }, { accounts, orders, timelines, step }) => {
    const order = await orders.get(orderId(payload.order))
    if (order?.status === 'confirmed' && (await accounts.isSamePerson(order.account, account.id)))
      await step('begin timeline', () => timelines.begin(order._id))
    return done()
  },
)
