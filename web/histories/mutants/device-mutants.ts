import { type Mutant, SETTLED } from './mutant.ts'

export const DEVICE_MUTANTS: readonly Mutant[] = [
  {
    name: 'checkpoint trusted after rollback',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/sync/replication/replicate.ts',
        find: 'return local.replicate.from(remote, { live, retry: false, checkpoint, batch_size: batchSize })\n}',
        replace: `const since = checkpoint && pulled.has(local.name) ? { since: pulled.get(local.name) } : {}
          const run = local.replicate.from(remote, { live, retry: false, checkpoint, batch_size: batchSize, ...since })
          return run.on('change', ({ last_seq }) => pulled.set(local.name, last_seq))
        }
        const pulled = new Map()`,
      },
    ],
    history: [
      { do: 'add', browser: 1, flower: 'tulips', quantity: 1 },
      SETTLED,
      { do: 'remember', browser: 0 },
      { do: 'add', browser: 1, flower: 'tulips', quantity: 1 },
      SETTLED,
      { do: 'roll back', browser: 0 },
    ],
  },
  {
    name: 'device id kept after rollback',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/local/recovery.ts',
        find: '  if (Number(update_seq) >= Number(seq)) return\n',
        replace: '  if (Number(update_seq) >= 0) return\n',
      },
    ],
    history: [
      { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
      SETTLED,
      { do: 'remember', browser: 0 },
      { do: 'add', browser: 0, flower: 'tulips', quantity: 2 },
      SETTLED,
      { do: 'network', browser: 0, on: false },
      { do: 'roll back', browser: 0 },
      { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
    ],
  },
  {
    name: 'denied swallowed',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/sync/replication/replicate.ts',
        find: '      if (reason !== undefined) await recordRejected(local, offered, reason, now().toISOString())\n',
        replace: '',
      },
    ],
    history: [{ do: 'misfit', browser: 0 }],
  },
  {
    name: 'refused kept as unsent',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/push-state/pending-push.ts',
        find: '.filter(([id, { rev }]) => !isRefused(documents[id], rev))',
        replace: '.filter(([id, { rev }]) => isRefused(documents[id], rev) || true)',
      },
      {
        file: 'web/src/data/push-state/pending-push.ts',
        find: 'if (seq <= marks.upTo) scan.ours.delete(id)',
        replace: 'if (seq <= marks.upTo && !documents[id]) scan.ours.delete(id)',
      },
    ],
    history: [{ do: 'misfit', browser: 0 }],
  },
  {
    name: '200 {} believed',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/gate/gate-fetch.ts',
        find: "  headers.has('Mogra-Gate') &&",
        replace: "  headers.get('Mogra-Gate') !== 'never' &&",
      },
    ],
    history: [
      // Without this, a pending push of the beginning would get the fault.
      SETTLED,
      { do: 'meet', path: '_revs_diff', fault: 'wrong ok' },
      { do: 'meet', path: '_bulk_docs', fault: 'wrong ok' },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'half-open without a deadline',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/gate/gate-fetch.ts',
        find: "    this.#timer = setTimeout(() => this.end(new GateError('timeout')), ms)\n",
        replace: '    this.#timer = setTimeout(() => undefined, ms)\n',
      },
    ],
    history: [
      SETTLED,
      { do: 'meet', path: '_bulk_docs', fault: 'half-open' },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'rest' },
    ],
  },
  {
    name: 'two leaders',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/sync/leader-election.ts',
        find: '  if (locks) void queue()\n',
        replace: '  if (!name) void queue()\n',
      },
    ],
    history: [{ do: 'open tab', browser: 0 }],
  },
  {
    name: 'sent before the answer',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/sync/replication/replicate.ts',
        find: "    replication.on('paused', () => sent(everything))\n",
        replace: "    replication.on('active', async () => sent(Number((await local.info()).update_seq)))\n",
      },
    ],
    history: [
      SETTLED,
      { do: 'meet', path: '_revs_diff', fault: 'swallow' },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'wait', ms: 60 },
      { do: 'look' },
    ],
  },
  {
    name: 'wiped at a 401',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/session/session.ts',
        find: "if (said === 'signed_out') return sessionState.set({ ...rest, signedIn, signedOutByServer: true })",
        replace: "if (said === 'signed_out') return this.#forget()",
      },
    ],
    history: [
      { do: 'network', browser: 0, on: false },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'session ends', browser: 0 },
    ],
  },
  {
    name: 'cart merge that adds',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/orders/cart.ts',
        find: 'return { ...part, added: part.added + n - quantity }',
        replace: 'return { ...part, added: part.added + n }',
      },
    ],
    history: [
      { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
      SETTLED,
      { do: 'add', browser: 1, flower: 'tulips', quantity: 1 },
    ],
  },
  {
    name: 'the clock believed',
    where: 'device',
    edits: [
      {
        file: 'web/src/data/local/ids.ts',
        find: '      mine = monotonic(Math.max(now(), floor))\n',
        replace: '      mine = monotonicFactory()(floor < 0 ? floor : now())\n',
      },
    ],
    history: [
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
      { do: 'clock', browser: 0, days: -3 },
      { do: 'order', browser: 0, from: 'buy now', isQuoteRight: true },
    ],
  },
]
