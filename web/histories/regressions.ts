import type { Command } from './commands.ts'

/** Histories that once violated an invariant, and a whole delivery; they run before the random ones. */
export const REGRESSIONS: readonly (readonly Command[])[] = [
  // A whole delivery, with the requests of the day on the other partner's browsers.
  [
    { do: 'order', browser: 2, from: 'buy now', isQuoteRight: true },
    { do: 'duty', browser: 0, on: true },
    { do: 'rest' },
    { do: 'open', browser: 2 },
    { do: 'rest' },
    { do: 'accept', browser: 0, nth: 0 },
    { do: 'order', browser: 2, from: 'buy now', isQuoteRight: true },
    { do: 'rest' },
    { do: 'open', browser: 2 },
    { do: 'step', browser: 1, nth: 0, step: 'picked_up' },
    { do: 'network', browser: 0, on: false },
    { do: 'step', browser: 0, nth: 0, step: 'delivered' },
    { do: 'network', browser: 0, on: true },
    { do: 'rest' },
    { do: 'rate', browser: 2, nth: 0, stars: 5 },
    { do: 'payout', browser: 1 },
  ],
  // A customer and a partner write to each other, one of them without a network, and to Mogra; then the customer leaves.
  [
    { do: 'order', browser: 2, from: 'buy now', isQuoteRight: true },
    { do: 'rest' },
    { do: 'open', browser: 2 },
    { do: 'rest' },
    { do: 'accept', browser: 0, nth: 0 },
    { do: 'rest' },
    { do: 'say', browser: 0, nth: 1 },
    { do: 'network', browser: 2, on: false },
    { do: 'say', browser: 2, nth: 1 },
    { do: 'say', browser: 2, nth: 0 },
    { do: 'say', browser: 1, nth: 1 },
    { do: 'network', browser: 2, on: true },
    { do: 'rest' },
    { do: 'read', browser: 0, nth: 1, but: 0 },
    { do: 'read', browser: 1, nth: 1, but: 2 },
    { do: 'rest' },
    { do: 'delete account', browser: 2 },
  ],
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
