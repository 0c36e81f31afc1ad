import type { Index } from '../databases.ts'

/** Finds an account's sessions and codes, and the expired ones that can be deleted. */
export const credentialsIndexes: Index[] = [
  { name: 'by-account', fields: ['type', 'account'] },
  { name: 'by-expiry', fields: ['type', 'expiresAt'] },
]
