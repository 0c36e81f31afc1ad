import type { Index } from '../databases.ts'

/** Finds the tickets of an account. */
export const ticketsIndexes: Index[] = [{ name: 'by-account', fields: ['account'] }]
