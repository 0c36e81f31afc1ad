import { type Mutant, SETTLED } from './mutant.ts'

export const SERVICE_MUTANTS: readonly Mutant[] = [
  {
    name: 'receipt before effect',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/place-order.ts',
        find: "      order = await step('write order', () => orders.create(id, asked, written))\n",
        replace: `      const at = context.now().toISOString()
      const early = { _id: 'receipt:' + intent.id, type: 'receipt', outcome: 'done', receivedAt: at, decidedAt: at }
      await step('write receipt', () => needs.couch.db(intent.mailbox).create(early))
      order = await step('write order', () => orders.create(id, asked, written))\n`,
      },
    ],
    history: [
      { do: 'die at step', step: 2 },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'effect without idempotent id',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/place-order.ts',
        find: '    const before = await orders.get(id)\n',
        replace: "    const before = await orders.get('order:none')\n",
      },
      {
        file: 'sync-server/orders/place-order.ts',
        find: 'orders.create(id, asked, written)',
        replace: 'orders.create(orderId(intent.id.slice(0, -1) + asked.at.slice(-2, -1)), asked, written)',
      },
    ],
    history: [
      { do: 'die at step', step: 2 },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'mail without an id of its own',
    where: 'service',
    edits: [
      {
        file: 'sync-server/orders/order-mail.ts',
        find: "kind: 'order-confirmation', ",
        replace: "kind: 'order-confirmation', ...{ _id: 'mail:order-confirmation:' + id + Math.random() }, ",
      },
    ],
    history: [
      { do: 'die at step', step: 8 },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'due mark forgotten',
    where: 'service',
    edits: [
      {
        file: 'sync-server/gate/push.ts',
        find: '      const end = await pendingMailboxes.mark(mailbox, account.id)\n',
        replace: '      const end = () => undefined\n',
      },
    ],
    history: [
      { do: 'die at step', step: 1 },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'stale copy over a newer one',
    where: 'service',
    edits: [
      {
        file: 'sync-server/mailboxes/mailboxes.ts',
        find: 'isNewer = before === undefined || (fact.version ?? 0) > (before.version ?? 0)',
        replace: 'isNewer = before === undefined || true',
      },
    ],
    history: [
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      SETTLED,
      { do: 'prepare', browser: 0, to: 'preparing' },
    ],
  },
  {
    name: 'nobody woken by a push',
    where: 'service',
    edits: [
      {
        file: 'sync-server/gate/push.ts',
        find: '    if (accepted().length > 0) notifier.notify(mailbox)\n',
        replace: '',
      },
    ],
    // After this time a held poll has already repeated its request by itself.
    history: [SETTLED, { do: 'wait', ms: 600 }, { do: 'add', browser: 0, flower: 'tulips', quantity: 1 }],
  },
  {
    name: '202 believed',
    where: 'service',
    isDatabaseApart: true,
    edits: [
      {
        file: 'sync-server/gate/push.ts',
        find: '      if (status === 201) return',
        replace: '      if (status === 201 || status === 202) return',
      },
    ],
    history: [
      { do: 'database meets', path: '_bulk_docs', fault: 'no quorum' },
      { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
      { do: 'rest' },
    ],
  },
]
