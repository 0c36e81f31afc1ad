import type { Command } from './commands.ts'

/** Histories that once broke a promise; played before those that are drawn. */
export const REGRESSIONS: readonly (readonly Command[])[] = [
  // The pieces of the refused order did not come back.
  [
    { do: 'add', browser: 0, flower: 'tulips', quantity: 2 },
    { do: 'network', browser: 0, on: false },
    { do: 'order', browser: 0, from: 'cart', isQuoteRight: false },
    { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
    { do: 'take', browser: 0, flower: 'tulips', quantity: 1 },
  ],
  // A line that was changed after a move that was cut short had copied it stood in the new mailbox beside the older one.
  [
    { do: 'add', browser: 0, flower: 'tulips', quantity: 2 },
    { do: 'rest' },
    { do: 'die at step', step: 7 },
    { do: 'rotate', browser: 0 },
    { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
  ],
  // The connection to the storage was lost as a page saw whether a visitor's order waits, and it did not look again.
  [
    { do: 'order', browser: 3, from: 'buy now', pieces: 1, isQuoteRight: true },
    { do: 'reload', browser: 3 },
  ],
]
