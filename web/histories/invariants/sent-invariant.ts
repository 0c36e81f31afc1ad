import { intentId, ulidOf } from '#model'
import { ordersNewestFirst } from '../../src/data/orders/orders.ts'
import { readList } from '../../src/testing/two-devices.ts'
import type { Scenario } from '../scenario.ts'

/** At any moment the service has everything that a screen shows as sent. */
export async function brokenSentMarks({ browsers, world }: Scenario): Promise<string[]> {
  const problems: string[] = []
  for (const [n, browser] of browsers.entries()) {
    const { page, owner } = browser
    const shown = (await readList(page, ordersNewestFirst)).filter(({ stage }) => stage === 'sent')
    // A browser whose owner has just changed is checked the next time.
    if (browser.owner !== owner) continue
    // Read after the screen, so that a document that arrives in between counts. A merged visitor has no dump.
    const dump = owner === undefined ? undefined : await world.service.dump(owner).catch(() => undefined)
    const there = new Set(dump?.documents.map(({ _id }) => _id))
    for (const { id } of shown)
      if (owner === undefined || (dump && !there.has(intentId(ulidOf(id)))))
        problems.push(`browser ${n} says that ${id} was sent, and the service does not have it`)
  }
  return problems
}
