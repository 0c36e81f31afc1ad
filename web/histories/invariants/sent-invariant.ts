import { intentId, ulidOf } from '#model'
import { ordersNewestFirst } from '../../src/data/orders/orders.ts'
import { readList } from '../../src/testing/two-devices.ts'
import type { Scenario } from '../scenario.ts'

/** At any moment: what a screen calls sent, the service has. */
export async function brokenSentMarks({ browsers, world }: Scenario): Promise<string[]> {
  const problems: string[] = []
  for (const [n, browser] of browsers.entries()) {
    const { page, owner } = browser
    const shown = (await readList(page, ordersNewestFirst)).filter(({ stage }) => stage === 'sent')
    // Who has just become somebody else is looked at the next time.
    if (browser.owner !== owner) continue
    // Read after the screen: what arrives in between is no lie. Of who is another's name by now it was handed over.
    const dump = owner === undefined ? undefined : await world.service.dump(owner).catch(() => undefined)
    const there = new Set(dump?.documents.map(({ _id }) => _id))
    for (const { id } of shown)
      if (owner === undefined || (dump && !there.has(intentId(ulidOf(id)))))
        problems.push(`browser ${n} says that ${id} was sent, and the service does not have it`)
  }
  return problems
}
