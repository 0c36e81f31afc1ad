import type { Index } from '../databases.ts'

/** Who came and went, by when: what is old enough goes. Decisions have no `at` and stand in no index. */
export const auditIndexes: Index[] = [{ name: 'by-age', fields: ['type', 'at'] }]
