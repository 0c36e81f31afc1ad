import type { PersonalRecords } from '../personal-data/personal-data.ts'
import type { Identities } from './identities.ts'

const VISITOR_HAS_NONE = 'A visitor has none.'

/** The providers that are linked to an account. */
export function socialPersonalData({ socialIdentities }: { socialIdentities: Identities }): PersonalRecords[] {
  return [
    {
      database: 'credentials',
      ids: ['identity:'],
      handOver: VISITOR_HAS_NONE,
      erase: { name: 'unlink providers', erase: ({ account }) => socialIdentities.unlink(account) },
      awaitedUntil: VISITOR_HAS_NONE,
      exported: { name: 'identities', read: ({ account }) => socialIdentities.of(account) },
    },
    {
      database: 'credentials',
      ids: ['social-attempt:'],
      handOver: 'It belongs to the browser that began it, no matter who uses that browser.',
      erase: 'Only the cookie of one browser leads to it, and it expires after an hour.',
      awaitedUntil: 'No delivery depends on it.',
      exported: 'Only the cookie of one browser leads to it, and it expires after an hour.',
    },
  ]
}
