import { mayBecome, type OrderStatus, ulidOf } from '#model'
import { runEvery } from '../concurrency/run-every.ts'
import { contentOf, type Step } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Report } from '../couch/outage-log.ts'
import { offered } from '../deliveries/order-deadlines.ts'
import { simulatedEntry } from '../deliveries/tell-order.ts'
import { HAPPENED, type OrderContent, type OrderRecord, type TellOrder } from '../orders/order-record.ts'
import type { Settings } from '../settings/settings.ts'

/** Simulates the delivery of orders in a demo while no partner of the order's city is on duty. */
export interface DeliverySimulation {
  /** Starts the simulation for the order, unless it has begun already. */
  begin(order: string): Promise<void>
  /** Takes every step that is due; safe to repeat after an interruption at any point. */
  advanceDue(): Promise<void>
  /** Starts the background work; returns the function that stops it. */
  start(mayAdvance: () => boolean): () => Promise<void>
}

interface Timeline {
  _id: string
  type: 'timeline'
  order: string
  startedAt: string
  /** The number of steps that are taken and notified. */
  taken: number
}

interface SimulatedStep {
  status: OrderStatus
  afterMs: number
}

const STEPS: readonly SimulatedStep[] = [
  { status: 'preparing', afterMs: 5_000 },
  { status: 'out_for_delivery', afterMs: 10_000 },
  { status: 'delivered', afterMs: 15_000 },
]
const PARTNER = { name: 'Sanjay Kumar', simulated: true }
const EVERY_MS = 500
/** The demo has one process. */
const atOnce: Step = (_name, write) => write()

interface Needs {
  couch: Couch
  orderRecords: Kept<OrderRecord>
  tellOrder: TellOrder
  partners: { isOnDutyIn(city: string): Promise<boolean> }
  settings: Pick<Settings, 'mode'>
  now: () => Date
  report?: Report
}

export function openDeliverySimulation({
  couch,
  orderRecords,
  tellOrder,
  partners,
  settings,
  now,
  report = console.error,
}: Needs): DeliverySimulation {
  const work = couch.db('work')
  const orders = orderRecords.store
  /** Whether any simulation may be open; unknown at the start. */
  let mayBeOpen = true

  async function begin(order: string) {
    if (settings.mode !== 'demo' || !(await makeSimulated(order))) return
    const timeline: Timeline = {
      _id: `timeline:${ulidOf(order)}`,
      type: 'timeline',
      order,
      startedAt: now().toISOString(),
      taken: 0,
    }
    await work.create(timeline)
    mayBeOpen = true
  }

  async function advanceDue() {
    const open = await work.range<Timeline>('timeline:', 'timeline:\uffff')
    for (const timeline of open) await advance(timeline)
    return open.length
  }

  async function advance({ _id, order, startedAt, taken }: Timeline) {
    for (const [i, step] of STEPS.entries()) {
      if (i < taken) continue
      if (now().getTime() - Date.parse(startedAt) < step.afterMs) return
      if ((await handOver(order)) || !(await take(order, step))) break
      await work.update<Timeline>(_id, (timeline) => timeline && { ...timeline, taken: i + 1 })
    }
    const timeline = await work.get<Timeline>(_id)
    if (timeline) await work.remove(timeline)
  }

  /** Takes the delivery from the partners' list; returns false if a partner of the city is on duty or has it. */
  async function makeSimulated(id: string): Promise<boolean> {
    const order = await orders.read(id)
    if (!order) return false
    if (order.delivery.state === 'simulated') return true
    if (await partners.isOnDutyIn(order.address.city)) return false
    const at = now().toISOString()
    const decided = await orders.decide<'taken'>(id, { at }, (found) =>
      found?.delivery.state === 'waiting' || found?.delivery.state === 'open'
        ? {
            what: HAPPENED.simulated,
            content: { ...contentOf(found), delivery: { ...found.delivery, state: 'simulated', since: at } },
          }
        : { refused: 'taken' },
    )
    if ('refused' in decided) return decided.doc?.delivery.state === 'simulated'
    await tellOrder(decided.doc, atOnce)
    return true
  }

  /** Offers the delivery to partners, and returns true, if one has gone on duty and the flowers are not on their way. */
  async function handOver(id: string): Promise<boolean> {
    const before = await orders.read(id)
    if (!before || !(await partners.isOnDutyIn(before.address.city))) return false
    const at = now().toISOString()
    const decided = await orders.decide<'other'>(id, { at }, (order) =>
      order?.delivery.state === 'simulated' && order.status !== 'out_for_delivery'
        ? offered(order, order.delivery, HAPPENED.opened, at)
        : { refused: 'other' },
    )
    if ('refused' in decided) return false
    await tellOrder(decided.doc, atOnce)
    return true
  }

  /** Moves the order to the step's status; returns false if the order is gone, or its status changed in another way. */
  async function take(id: string, { status }: SimulatedStep): Promise<boolean> {
    const decided = await orders.decide<'other'>(id, { at: now().toISOString() }, (order) =>
      order?.delivery.state === 'simulated' && mayBecome(order.status, status)
        ? { what: simulatedEntry(status), content: moved(order, status) }
        : { refused: 'other' },
    )
    if ('refused' in decided)
      return decided.doc?.timeline.some((one) => one.simulated && one.status === status) ?? false
    await tellOrder(decided.doc, atOnce)
    return true
  }

  function moved(order: OrderRecord, status: OrderStatus): OrderContent {
    const { partner: _, ...content } = contentOf(order)
    const at = now().toISOString()
    return {
      ...content,
      status,
      timeline: [...order.timeline, { status, at, simulated: true }],
      ...(status === 'out_for_delivery' && { partner: PARTNER }),
      ...(status === 'delivered' && { delivery: { ...order.delivery, state: 'delivered', since: at } }),
    }
  }

  return {
    begin,
    advanceDue: async () => void (await advanceDue()),

    start(mayAdvance) {
      if (settings.mode !== 'demo') return async () => {}
      const round = async () => {
        if (!mayAdvance()) mayBeOpen = true
        else if (mayBeOpen) {
          mayBeOpen = false
          if ((await advanceDue()) > 0) mayBeOpen = true
        }
      }
      return runEvery(round, EVERY_MS, (error) => {
        mayBeOpen = true
        report("The demo's simulated deliveries could not be advanced", error)
      })
    },
  }
}
