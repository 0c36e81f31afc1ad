import type { Index } from '../databases.ts'

/** Sorts logins and logouts by time, so that old entries can be deleted. Decisions have no `at` and are in no index. */
export const auditIndexes: Index[] = [{ name: 'by-age', fields: ['type', 'at'] }]
