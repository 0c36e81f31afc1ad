import { trackOrder } from '#model'
import { ask } from '../ask.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import { isDemo } from '../service-health.ts'

/** Tells a demo's service that somebody looks at this order, once per device; does nothing on a live service. */
export async function trackInDemo(order: string): Promise<void> {
  if (!(await isDemo())) return
  const asked = await currentDataLayer().databases.mailbox().openIntents('track-order')
  if (asked.some(({ intent }) => intent.payload.order === order)) return
  await ask(trackOrder, { order })
}
