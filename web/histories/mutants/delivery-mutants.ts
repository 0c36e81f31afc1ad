import type { Command } from '../commands.ts'
import { type Mutant, REST, SETTLED } from './mutant.ts'

const order = (browser: number): Command => ({ do: 'order', browser, from: 'buy now', isQuoteRight: true })
/** An order of this browser that everybody may deliver. */
const open = (browser: number): readonly Command[] => [order(browser), SETTLED, { do: 'open', browser }, SETTLED]
const OPEN = open(2)
const network = (browser: number, on: boolean): Command => ({ do: 'network', browser, on })
const accept = (browser: number): Command => ({ do: 'accept', browser, nth: 0 })
const delivered: Command = { do: 'step', browser: 0, nth: 0, step: 'delivered' }
/** Browser 0 has delivered it. */
const DELIVERED: readonly Command[] = [...OPEN, accept(0), SETTLED, delivered]

/** Faults in the handling of deliveries and of what partners earn. */
export const DELIVERY_MUTANTS: readonly Mutant[] = [
  {
    name: 'awarded to two partners',
    where: 'service',
    edits: [
      {
        file: 'sync-server/deliveries/accept-delivery.ts',
        find: "      if (isTaken) return 'already_awarded'\n      if (delivery.state !== 'open') return 'delivery_closed'\n",
        replace: '',
      },
    ],
    // Browser 2 is offline, so that it cannot see that the delivery is taken.
    history: [...open(3), network(2, false), accept(0), accept(2), network(2, true), REST],
    within: 1,
  },
  {
    name: 'row of a taken delivery left open',
    where: 'service',
    edits: [
      {
        file: 'sync-server/deliveries/tell-order.ts',
        find: '    const row = deliveryRow(order)\n',
        replace: '    const row = deliveryRow(order)\n    if (!row) return\n',
      },
    ],
    history: [...OPEN, accept(0), REST],
    within: 1,
  },
  {
    name: 'award not told to its partner',
    where: 'service',
    edits: [
      {
        file: 'sync-server/deliveries/tell-order.ts',
        find: '    if (!fact) return\n',
        replace: '    if (fact) return\n',
      },
    ],
    history: [...OPEN, accept(0), REST],
    within: 1,
  },
  {
    name: 'step acknowledged and not taken',
    where: 'service',
    edits: [
      {
        file: 'sync-server/deliveries/advance-delivery.ts',
        find: "if (judged.rule === 'repeated') return { refused: 'repeated' }",
        replace: "if (judged.rule !== 'noted') return { refused: 'repeated' }",
      },
    ],
    history: [...DELIVERED, REST],
    within: 1,
  },
  {
    name: 'earned again at every telling',
    where: 'service',
    edits: [
      {
        file: 'sync-server/partners/earnings.ts',
        find: 'const _id = earningId(called.partner, order, called.kind)',
        replace: 'const _id = earningId(called.partner, order, called.kind) + version',
      },
    ],
    history: [...DELIVERED, SETTLED, { do: 'rate', browser: 2, nth: 0, stars: 5 }, REST],
    within: 1,
  },
  {
    name: 'paid out again with the next payout',
    where: 'service',
    edits: [
      {
        file: 'sync-server/partners/earnings.ts',
        find: 'Promise.all(earnings.slice(i, i + AT_ONCE).map((id) => markOne(id, n)))',
        replace: 'Promise.all(earnings.slice(i, i + AT_ONCE).map(async (id) => n < 0 && markOne(id, n)))',
      },
    ],
    history: [...DELIVERED, SETTLED, { do: 'payout', browser: 0 }, SETTLED, { do: 'payout', browser: 0 }, REST],
    within: 1,
  },
  {
    name: 'earned beside a refund',
    where: 'service',
    edits: [
      {
        file: 'sync-server/partners/earned.ts',
        find: 'isHeld: story?.holds === true && !story.settled',
        replace: 'isHeld: false',
      },
    ],
    history: [...OPEN, accept(0), SETTLED, { do: 'cancel', browser: 2, nth: 0 }, SETTLED, delivered, REST],
    within: 1,
  },
]
