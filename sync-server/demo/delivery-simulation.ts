import { mayBecome, type Notice, noticeId, type OrderStatus, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { runEvery } from '../concurrency/run-every.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Couch } from '../couch/couch.ts'
import type { Report } from '../couch/outage-log.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { type OrderRecord, orderFact } from '../orders/orders.ts'
import type { Settings } from '../settings/settings.ts'

/** Simulates the delivery of orders in a demo, where no real partner is online in any city. */
export interface DeliverySimulation {
  /** Starts the simulation for the order, unless it has begun already. */
  begin(order: string): Promise<void>
  /** Takes every step that is due; safe to repeat after it was interrupted at any point. */
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

interface Step {
  status: OrderStatus
  afterMs: number
  notice: Notice['kind']
}

const STEPS: readonly Step[] = [
  { status: 'preparing', afterMs: 5_000, notice: 'order-preparing' },
  { status: 'out_for_delivery', afterMs: 10_000, notice: 'order-on-its-way' },
  { status: 'delivered', afterMs: 15_000, notice: 'order-delivered' },
]
const PARTNER = { name: 'Sanjay Kumar', simulated: true }
const EVERY_MS = 500

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  settings: Settings
  now: () => Date
  report?: Report
}

export function openDeliverySimulation({
  couch,
  accounts,
  mailboxes,
  settings,
  now,
  report = console.error,
}: Needs): DeliverySimulation {
  const work = couch.db('work')
  const orders = couch.db('orders')
  /** Whether any simulation may be open; unknown at the start. */
  let mayBeOpen = true

  async function begin(order: string) {
    if (settings.mode !== 'demo') return
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
    for (const timeline of open) await play(timeline)
    return open.length
  }

  async function play({ _id, order, startedAt, taken }: Timeline) {
    for (const [i, step] of STEPS.entries()) {
      if (i < taken) continue
      if (now().getTime() - Date.parse(startedAt) < step.afterMs) return
      if (!(await take(order, step))) break
      await work.update<Timeline>(_id, (timeline) => timeline && { ...timeline, taken: i + 1 })
    }
    const timeline = await work.get<Timeline>(_id)
    if (timeline) await work.remove(timeline)
  }

  /** Returns false if the order's status changed otherwise or the order is gone. */
  async function take(id: string, step: Step): Promise<boolean> {
    await orders.update<OrderRecord>(id, (order) =>
      order && mayBecome(order.status, step.status) ? moved(order, step) : undefined,
    )
    const order = await orders.get<OrderRecord>(id)
    const entry = order?.timeline.find(({ status, simulated }) => simulated && status === step.status)
    if (!order || !entry) return false
    const owner = await accounts.get(await accounts.ownerOf(order.account))
    if (owner?.status !== 'active') return false
    const { name } = owner.mailbox
    await mailboxes.put(name, orderFact(order))
    const notice: Notice = {
      _id: noticeId(derivedUlid(entry.at, `${id} ${step.status}`)),
      ...{ type: 'notice', kind: step.notice, subject: id, at: entry.at },
    }
    await mailboxes.put(name, notice)
    return true
  }

  function moved({ partner: _, ...order }: OrderRecord, { status }: Step): OrderRecord {
    return {
      ...order,
      version: order.version + 1,
      status,
      timeline: [...order.timeline, { status, at: now().toISOString(), simulated: true }],
      ...(status === 'out_for_delivery' && { partner: PARTNER }),
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
        report("The demo's timelines could not be played on", error)
      })
    },
  }
}
