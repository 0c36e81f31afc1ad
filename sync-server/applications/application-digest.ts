import { KEPT_FOR } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { CoreDocument, CoreKind, Judgement, Step } from '../core/core-document.ts'
import { openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { Applications } from './applications.ts'

/** The applications of ten minutes, about which each admin gets one mail: a document of `jobs`. */
interface ApplicationDigest extends CoreDocument {
  type: 'digest'
  state: 'collecting' | 'sent'
  /** Their ids. */
  applications: readonly string[]
  /** When it is sent. */
  dueAt?: string
}

export interface ApplicationDigests {
  /** Adds an application that became ready for a decision at `at`; safe to repeat. */
  add(application: string, at: string): Promise<void>
  /** Removes digests that were sent long ago: nothing that is told later is added to them. */
  sweep(): Promise<void>
  kept: Kept<ApplicationDigest>
}

const WINDOW_MS = 600_000
const KEPT_WINDOWS = (KEPT_FOR.digestDays * 86_400_000) / WINDOW_MS
const REMOVED_AT_ONCE = 200

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  deskSettings: Pick<SettingsStore, 'get'>
  outbox: Outbox
  readApplication: Applications['get']
  now: () => Date
}

export function openApplicationDigests(needs: Needs): ApplicationDigests {
  const { couch, accounts, deskSettings, outbox, readApplication, now } = needs
  const jobs = couch.db('jobs')

  const kind: CoreKind<ApplicationDigest> = {
    database: 'jobs',
    idPrefix: 'digest:',
    deadlineOf: ({ dueAt }) => dueAt,
    // It has no copies: its mails are posted when it is due.
    tell: () => [],
    due: send,
  }
  const store = openCoreStore(couch, kind)

  async function send(digest: ApplicationDigest, { step }: { step: Step }): Promise<Judgement<ApplicationDigest>> {
    const { applications } = digest
    const open = await stillOpen(applications)
    if (open.length > 0 && (await deskSettings.get()).emailNotifications) {
      const partners = open.filter(({ form }) => form?.type === 'driver').length
      const counts = { partners, suppliers: open.length - partners }
      for (const admin of await admins()) await step('post digest', () => post(digest, admin, counts))
    }
    return { what: 'sent', content: { type: 'digest', state: 'sent', applications } }
  }

  /** Leaves out applications that were decided since. */
  async function stillOpen(ids: readonly string[]): Promise<ApplicationRecord[]> {
    const found = await Promise.all(ids.map((id) => readApplication(id)))
    return found.flatMap((one) => (one?.state === 'pending_verification' ? [one] : []))
  }

  /** The view may lag. */
  async function admins(): Promise<AccountRecord[]> {
    const ids = await couch.db('accounts').idsByKey('by-role', 'ADMIN')
    const records = await Promise.all(ids.map((id) => accounts.get(id.slice('account:'.length))))
    return records.flatMap((record) => (record?.status === 'active' && record.role === 'ADMIN' ? [record] : []))
  }

  const post = (digest: ApplicationDigest, admin: AccountRecord, counts: { partners: number; suppliers: number }) =>
    outbox.post({
      _id: `mail:new-applications:${digest._id.slice(kind.idPrefix.length)}-${admin.id}`,
      kind: 'new-applications',
      to: { account: admin.id },
      language: admin.language,
      data: { name: admin.name, ...counts },
    })

  /** Returns false if the digest of these ten minutes was sent without this application. */
  async function addTo(window: number, application: string): Promise<boolean> {
    const id = idOf(window)
    const decided = await store.decide<'named' | 'sent'>(id, { at: now().toISOString() }, (digest) => {
      if (digest?.applications.includes(application)) return { refused: 'named' }
      if (digest?.state === 'sent') return { refused: 'sent' }
      const dueAt = new Date((window + 1) * WINDOW_MS).toISOString()
      const applications = [...(digest?.applications ?? []), application]
      return { what: 'added', content: { type: 'digest', state: 'collecting', applications, dueAt } }
    })
    return !('refused' in decided && decided.refused === 'sent')
  }

  const idOf = (window: number) => `${kind.idPrefix}applications-${window}`
  const windowOf = (ms: number) => Math.floor(ms / WINDOW_MS)

  return {
    kept: { kind, store },

    async sweep() {
      // The numbers of all windows until 2160 have seven digits, so the ids are in the order of time.
      const last = idOf(windowOf(now().getTime()) - KEPT_WINDOWS)
      for (let from = kind.idPrefix; ; ) {
        const old = await jobs.range<ApplicationDigest>(from, last, REMOVED_AT_ONCE)
        for (const digest of old)
          if (digest.state === 'sent' && digest.told === digest.version) await jobs.remove(digest)
        const newest = old.at(-1)
        if (!newest || old.length < REMOVED_AT_ONCE) return
        from = `${newest._id}\u0000`
      }
    },

    async add(application, at) {
      // Telling may be late.
      if (await addTo(windowOf(Date.parse(at)), application)) return
      await addTo(windowOf(now().getTime()), application)
    },
  }
}
