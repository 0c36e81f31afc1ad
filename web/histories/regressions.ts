import type { Command } from './commands.ts'

/** Histories that once violated an invariant; they run before the random ones. */
export const REGRESSIONS: readonly (readonly Command[])[] = [
  // The pieces of the refused order did not return to the cart.
  [
    { do: 'add', browser: 0, flower: 'tulips', quantity: 2 },
    { do: 'network', browser: 0, on: false },
    { do: 'order', browser: 0, from: 'cart', isQuoteRight: false },
    { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
    { do: 'take', browser: 0, flower: 'tulips', quantity: 1 },
  ],
  // After an interrupted move had copied a line, the line was changed. The new mailbox then contained both versions.
  [
    { do: 'add', browser: 0, flower: 'tulips', quantity: 2 },
    { do: 'rest' },
    { do: 'die at step', step: 7 },
    { do: 'rotate', browser: 0 },
    { do: 'add', browser: 0, flower: 'tulips', quantity: 1 },
  ],
  // A page lost its storage connection while it checked whether a visitor's order waits, and did not check again.
  [
    { do: 'order', browser: 3, from: 'buy now', pieces: 1, isQuoteRight: true },
    { do: 'reload', browser: 3 },
  ],
]
