import type { Index } from '../databases.ts'

/** What an account reported to our support. */
export const ticketsIndexes: Index[] = [{ name: 'by-account', fields: ['account'] }]
