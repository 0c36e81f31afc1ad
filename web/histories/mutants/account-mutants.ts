import type { Command } from '../commands.ts'
import { type Mutant, SETTLED } from './mutant.ts'

const order = (browser: number, code?: string): Command => ({
  ...{ do: 'order', browser, from: 'buy now', pieces: 2, isQuoteRight: true, code },
})
const VISIT: readonly Command[] = [
  { do: 'add', browser: 3, flower: 'tulips', quantity: 1 },
  order(3),
  { do: 'rest' },
  { do: 'sign in', browser: 3, as: 1 },
]

const delivered = (browser: number): readonly Command[] => [
  ...[order(browser), SETTLED],
  ...[{ do: 'prepare', browser, to: 'delivered' } as const, SETTLED],
]

/** Faults in the handling of orders, visitors and accounts. */
export const ACCOUNT_MUTANTS: readonly Mutant[] = [
  {
    name: 'promo claimed twice',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/promos/promo-claims.ts',
        find: 'isFree: order !== undefined && !countsAsPromoUse(order)',
        replace: 'isFree: order !== undefined',
      },
    ],
    history: [order(2, 'WELCOME100'), SETTLED, order(2, 'WELCOME100')],
  },
  {
    name: 'changed twice',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/edit-order.ts',
        find: "      if (edits.includes(intent.id)) return { refused: 'already_done' }\n",
        replace: '',
      },
      {
        file: 'sync-server/core/core-store.ts',
        find: 'before.entries.some((entry) => entry.intent === intent)',
        replace: "intent === 'none'",
      },
    ],
    history: [
      order(0),
      SETTLED,
      { do: 'die at step', step: 2 },
      { do: 'change', browser: 0, nth: 0, deliveryWindow: 'evening', message: '' },
      { do: 'rest' },
    ],
  },
  {
    name: 'cancellation lost',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/edit-order.ts',
        find: "if (isDone?.(order)) return { refused: 'done_before' }",
        replace: "if (isDone) return { refused: 'done_before' }",
      },
    ],
    history: [order(0), SETTLED, { do: 'cancel', browser: 0, nth: 0 }],
    within: 1,
  },
  {
    name: 'change without a version',
    where: 'service',
    edits: [
      {
        file: 'sync-server/core/core-store.ts',
        find: 'const version = (before?.version ?? 0) + 1',
        replace: 'const version = before?.version ?? 1',
      },
    ],
    history: [order(0), SETTLED, { do: 'change', browser: 0, nth: 0, deliveryWindow: 'evening', message: '' }],
  },
  {
    name: 'reported twice',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/report-problem.ts',
        find: 'whyNotReportable(now, new Date(receivedAt))',
        replace: 'whyNotReportable({ ...now, report: undefined }, new Date(receivedAt))',
      },
    ],
    history: [
      ...delivered(0),
      { do: 'report', browser: 0, nth: 0, problem: 'late' },
      { do: 'report', browser: 1, nth: 0, problem: 'late' },
    ],
  },
  {
    name: 'report lost',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/report-problem.ts',
        find: '{ ...contentOf(now), report, edits',
        replace: '{ ...contentOf(now), edits',
      },
      {
        file: 'sync-server/orders/report-problem.ts',
        find: "if (!order?.report) return refused('order_unknown')",
        replace: 'if (!order?.report) return done({ order: id, number: report.number })',
      },
    ],
    history: [...delivered(0), { do: 'report', browser: 0, nth: 0, problem: 'late' }],
    within: 1,
  },
  {
    name: 'another report taken for a repeated one',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/report-problem.ts',
        find: 'ticket?.problem === problem && ticket.message === message',
        replace: 'ticket !== undefined',
      },
    ],
    history: [
      ...delivered(0),
      { do: 'report', browser: 0, nth: 0, problem: 'late' },
      SETTLED,
      { do: 'report', browser: 0, nth: 0, problem: 'damaged' },
    ],
    within: 1,
  },
  {
    name: 'profile not told',
    where: 'service',
    edits: [{ file: 'sync-server/accounts/accounts.ts', find: '      if (after) await deliver(after)\n', replace: '' }],
    history: [{ do: 'profile', browser: 0, what: 'name', to: 'Meera' }],
  },
  {
    name: 'step on the way not told',
    where: 'service',
    edits: [
      {
        file: 'sync-server/deliveries/tell-order.ts',
        find: "  [simulatedEntry('out_for_delivery')]: 'order-on-its-way',\n",
        replace: '',
      },
    ],
    history: [order(0), SETTLED, { do: 'track', browser: 0, nth: 0 }],
  },
  {
    name: 'visitor left behind',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/session/mailbox-migration.ts',
        find: '    if (isVisitor(signedIn.account)) return followVisitor(parts, answer)\n',
        replace: '',
      },
    ],
    history: VISIT,
  },
  {
    name: 'orders not handed over',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/personal-data.ts',
        find: "if (order?.account !== visitor) return { refused: 'handed over' }",
        replace: "if (order) return { refused: 'handed over' }",
      },
    ],
    history: VISIT,
  },
  {
    name: 'mailbox of the deleted kept',
    where: 'service',
    edits: [
      {
        file: 'sync-server/mailboxes/personal-data.ts',
        find: "erase: { name: 'remove mailbox', erase: ({ mailbox }) => couch.destroyDatabase(mailbox) }",
        replace: "erase: 'It is kept.'",
      },
    ],
    history: [SETTLED, { do: 'delete account', browser: 2 }],
  },
  {
    name: 'orders of the deleted kept as they were',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/personal-data.ts',
        find: "erase: { name: 'anonymise orders', erase: ({ account }) => anonymise(account) }",
        replace: "erase: 'They are kept.'",
      },
    ],
    history: [order(2), SETTLED, { do: 'delete account', browser: 2 }],
  },
  {
    name: 'tickets of the deleted kept',
    where: 'service',
    edits: [
      {
        file: 'sync-server/support/personal-data.ts',
        find: "erase: { name: 'remove tickets', erase: removeTickets }",
        replace: "erase: 'They are kept.'",
      },
    ],
    history: [
      ...delivered(2),
      { do: 'report', browser: 2, nth: 0, problem: 'late' },
      SETTLED,
      { do: 'delete account', browser: 2 },
    ],
  },
  {
    name: 'deleted and not wiped',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/session/session.ts',
        find: '      if (now - first >= SAID_AGAIN_MS) return this.#forget({ accountGone: true })\n',
        replace: '',
      },
    ],
    history: [SETTLED, { do: 'delete account', browser: 1 }],
  },
  {
    name: 'deleted after the session had ended',
    where: 'service',
    edits: [
      {
        file: 'sync-server/accounts/sessions.ts',
        find: "    if (record.provenBy === 'nothing') return (await endById(id)) !== undefined\n",
        replace: '    if (record._id) return (await endById(id)) !== undefined\n',
      },
    ],
    history: [
      { do: 'session ends', browser: 1 },
      SETTLED,
      { do: 'sign in', browser: 0, as: 0 },
      SETTLED,
      { do: 'delete account', browser: 0 },
    ],
  },
]
