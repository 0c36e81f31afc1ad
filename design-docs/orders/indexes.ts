import type { Index } from '../databases.ts'

/** Finds an account's orders, sorted by the time of their confirmation. */
export const ordersIndexes: Index[] = [{ name: 'by-account', fields: ['account', 'confirmedAt'] }]
