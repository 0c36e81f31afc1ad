import type { Index } from '../databases.ts'

/** An account's orders, by when they were confirmed. */
export const ordersIndexes: Index[] = [{ name: 'by-account', fields: ['account', 'confirmedAt'] }]
