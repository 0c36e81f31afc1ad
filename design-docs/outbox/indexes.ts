import type { Index } from '../databases.ts'

/** The mails that are due. */
export const outboxIndexes: Index[] = [{ name: 'by-status', fields: ['status', 'nextAt'] }]
