import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'
import { problem } from '../http/problem.ts'
import type { DeletedAccount, ExportedPerson, PersonalRecords } from '../personal-data/personal-data.ts'
import type { AccessEntry, AccessLog } from './access-log.ts'
import { adoptionId, exportOf } from './account-record.ts'
import type { Accounts } from './accounts.ts'
import type { EmailClaims } from './email-claims.ts'
import type { Sessions } from './sessions.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  sessions: Sessions
  emailClaims: EmailClaims
  accessLog: AccessLog
}

/** The kinds of credentials that a deletion removes, named `<kind>:<account>`. */
const CREDENTIALS = ['login-codes', 'deletion-codes', 'verification', 'registrants', 'password'] as const

const NO_DELIVERY = 'No delivery depends on it.'
const VISITOR_HAS_NONE = 'A visitor has none.'

/** Records of who a person is, how they prove it, and when they signed in. */
export function accountsPersonalData({ couch, accounts, sessions, emailClaims, accessLog }: Needs): PersonalRecords[] {
  const credentials = couch.db('credentials')

  async function activeAccount({ account }: ExportedPerson) {
    const record = await accounts.get(account)
    if (record?.status !== 'active') throw problem(401, 'signed_out')
    return record
  }

  /**
   * Ends adopted visitors, whose records name the account; the rest was handed over or deleted when they were adopted.
   */
  async function endAdopted({ adopted }: DeletedAccount) {
    for (const visitor of adopted) {
      // If the visitor is not handed over completely yet, the merge finds that the account has ended, and ends the
      // visitor.
      if (await couch.db('work').get(adoptionId(visitor))) continue
      await accounts.end(visitor)
      await accessLog.erase(visitor)
    }
  }

  return [
    {
      database: 'credentials',
      ids: ['session:'],
      handOver: 'The merge itself ends the visitor’s sessions.',
      erase: { name: 'cut off sessions', erase: ({ account }) => sessions.cutOff(account) },
      awaitedUntil: 'A visitor with a session has not left, and is not asked for.',
      exported: {
        name: 'sessions',
        read: async (person) => sessions.list({ account: await activeAccount(person), id: person.session }),
      },
    },
    {
      database: 'accounts',
      ids: ['email:'],
      handOver: VISITOR_HAS_NONE,
      erase: { name: 'free e-mail', erase: ({ account, email }) => emailClaims.free(email, account) },
      awaitedUntil: VISITOR_HAS_NONE,
      exported: 'It holds the e-mail as a keyed hash alone; the account part of the file has the e-mail itself.',
    },
    {
      database: 'accounts',
      ids: ['account:'],
      handOver: 'The first step of the merge lets the visitor’s record name the account.',
      // The deletion ends the account's own record before this step.
      erase: { name: 'end adopted visitors', erase: endAdopted },
      awaitedUntil: NO_DELIVERY,
      exported: { name: 'account', read: async (person) => exportOf(await activeAccount(person)) },
    },
    {
      database: 'credentials',
      ids: CREDENTIALS.map((kind) => `${kind}:`),
      handOver: VISITOR_HAS_NONE,
      erase: {
        name: 'remove credentials',
        async erase({ account }) {
          for (const kind of CREDENTIALS) await removeAnyRevision(`${kind}:${account}`, credentials)
        },
      },
      awaitedUntil: VISITOR_HAS_NONE,
      exported:
        'A secret leaves the service in no file, and what was typed before the e-mail was verified may be a stranger’s.',
    },
    {
      database: 'credentials',
      ids: ['attempts:'],
      handOver: VISITOR_HAS_NONE,
      erase: 'Named by a keyed hash of the e-mail, it counts tries alone, and goes 30 days after the last.',
      awaitedUntil: VISITOR_HAS_NONE,
      exported: 'It counts wrong passwords, which may be a stranger’s.',
    },
    {
      database: 'audit',
      ids: ['access:'],
      handOver: 'They stay under the visitor’s id, which the account’s record names.',
      erase: { name: 'erase audit', erase: ({ account }) => accessLog.erase(account) },
      awaitedUntil: NO_DELIVERY,
      exported: {
        name: 'access',
        read: async ({ account, adopted }) =>
          (await Promise.all([account, ...adopted].map((id) => accessLog.of(id)))).flat().map(accessAsExported),
      },
    },
    {
      database: 'work',
      ids: ['ending:', 'adoption:', 'departure:'],
      handOver: 'It is the note of the merge itself.',
      erase: 'The job that it is the note of removes it.',
      awaitedUntil: 'It is the note of the wait itself.',
      exported: 'It holds ids alone, for minutes.',
    },
  ]
}

const accessAsExported = ({ what, account, at, address, userAgent }: AccessEntry) => ({
  ...{ what, account, at, address, userAgent },
})
