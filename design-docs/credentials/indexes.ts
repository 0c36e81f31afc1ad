import type { Index } from '../databases.ts'

/** An account's sessions and codes, and what has run out and may be swept. */
export const credentialsIndexes: Index[] = [
  { name: 'by-account', fields: ['type', 'account'] },
  { name: 'by-expiry', fields: ['type', 'expiresAt'] },
]
