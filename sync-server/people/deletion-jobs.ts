import { ulid } from 'ulid'
import type { AccountRecord, StoredAccount } from '../accounts/account-record.ts'
import type { AccountDeletion } from '../accounts/deletion/account-deletion.ts'
import { type CoreDocument, type CoreKind, contentOf, type Judgement, type Step } from '../core/core-document.ts'
import { type CoreStore, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'

/** An admin deletes one account, several, or everybody's. */
export interface DeletionJob extends CoreDocument {
  type: 'job'
  kind: 'delete-people'
  /** The admin's account. */
  by: string
  /** When the admin proved by a code who they are. */
  provenAt: string
  /** Accounts that were made later stay. */
  asOf: string
  what: { ids: readonly string[] } | 'everybody'
  /** Set as `what` says: a list of jobs leaves out `what`, which may hold 10,000 ids. */
  isEverybody?: true
  /** `checking` goes through all of them once more: somebody may have been changed while the job ran. */
  state: 'waiting' | 'running' | 'checking' | 'done' | 'undone'
  /** When the next batch is due. */
  dueAt?: string
  /** Accounts up to this one have been gone through. */
  after: string
  done: number
  /** Until the job begins, the number of ids that it was given, or an estimate; then the accounts that it found. */
  total: number
}

/** What admins read of a job. */
export type DeletionProgress = Pick<DeletionJob, (typeof PROGRESS)[number]>
const PROGRESS = ['_id', 'by', 'asOf', 'isEverybody', 'state', 'dueAt', 'done', 'total'] as const

export interface DeletionJobs {
  /** Resolves once the job is stored; from then on it ends, whatever becomes of this process. */
  request(asked: { by: string; provenAt: string; what: DeletionJob['what'] }): Promise<DeletionJob>
  /** Returns false when it is too late: the job has begun. */
  undo(id: string): Promise<boolean>
  get(id: string): Promise<DeletionJob | undefined>
  /** Those that have not ended, oldest first. */
  open(): Promise<DeletionProgress[]>
  kept: Kept<DeletionJob>
}

/** As long as Undo is offered; nobody undoes the deletion of everybody, which asks for a code of its own. */
const UNDO_MS = 10_000
/** Accounts that are gone through before the sweep looks at other documents. */
const BATCH = 200
const AT_ONCE = 8

interface Needs {
  couch: Couch
  accountDeletion: Pick<AccountDeletion, 'begin'>
  now: () => Date
  batch?: number
}

export function openDeletionJobs({ couch, accountDeletion, now, batch = BATCH }: Needs): DeletionJobs {
  const accounts = couch.db('accounts')
  const jobs = couch.db('jobs')

  const kind: CoreKind<DeletionJob> = {
    database: 'jobs',
    idPrefix: 'job:',
    deadlineOf: ({ dueAt }) => dueAt,
    // Admins read a job by route; nobody has a copy of it.
    tell: () => [],
    due: advance,
  }
  const store: CoreStore<DeletionJob> = openCoreStore(couch, kind)

  async function advance(job: DeletionJob, { now, step }: { now: Date; step: Step }): Promise<Judgement<DeletionJob>> {
    const content = contentOf(job)
    const soon = { dueAt: now.toISOString() }
    if (job.state === 'waiting') {
      const total = await countDeletable(job)
      return { what: 'began', content: { ...content, ...soon, state: 'running', total } }
    }
    const { found, last } = await deletablePage(job, job.after)
    for (let i = 0; i < found.length; i += AT_ONCE)
      await Promise.all(
        found
          .slice(i, i + AT_ONCE)
          .map(({ id, email, mailbox }) => step('delete account', () => accountDeletion.begin({ id, email, mailbox }))),
      )
    const done = Math.min(job.done + found.length, job.total)
    if (last !== undefined) return { later: { ...content, ...soon, done, after: last } }
    if (job.state === 'running')
      return { what: 'went through all', content: { ...content, ...soon, done, state: 'checking', after: '' } }
    // Accounts that a stopped process had deleted, or whose owners left, are gone too and were not counted.
    const { dueAt: _, ...ended } = content
    return { what: 'ended', content: { ...ended, state: 'done', done: job.total } }
  }

  /** Reads a page of accounts after `after`; `last` is where the next page begins, or undefined after the last one. */
  async function deletablePage({ what, asOf }: DeletionJob, after: string) {
    const ids = await pageOf(what, after)
    // Roles are read again here, each by itself: lists come from one copy, which may lag.
    const records = await Promise.all(ids.map((id) => accounts.get<StoredAccount>(`account:${id}`)))
    return { found: records.filter((record) => isDeletable(record, asOf)), last: nextAfter(ids) }
  }

  /** For "n of m" only, so one copy's list is good enough; the whole sweep waits for it. */
  async function countDeletable({ what, asOf }: DeletionJob) {
    let total = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const ids: string[] = await pageOf(what, after)
      const records = await accounts.many<StoredAccount>(ids.map((id) => `account:${id}`))
      total += records.filter((record) => isDeletable(record, asOf)).length
      after = nextAfter(ids)
    }
    return total
  }

  /** What the desk shows until the job has counted by itself; the view costs nothing, and may lag. */
  async function estimateEverybody() {
    const byRole = await accounts.reduced('by-role')
    byRole.delete('ADMIN')
    return [...byRole.values()].reduce((sum, n) => sum + n, 0)
  }

  async function pageOf(what: DeletionJob['what'], after: string): Promise<string[]> {
    if (what !== 'everybody')
      return what.ids
        .filter((id) => id > after)
        .toSorted()
        .slice(0, batch)
    const ids = await accounts.ids(`account:${after}\u0000`, 'account:\uffff', batch)
    return ids.map((id) => id.slice('account:'.length))
  }

  const nextAfter = (ids: string[]) => (ids.length < batch ? undefined : ids.at(-1))

  return {
    kept: { kind, store },

    async request({ by, provenAt, what }) {
      const at = now()
      const asOf = at.toISOString()
      const isEverybody = what === 'everybody'
      const dueAt = isEverybody ? asOf : new Date(at.getTime() + UNDO_MS).toISOString()
      const total = isEverybody ? await estimateEverybody() : what.ids.length
      const content = {
        ...({ type: 'job', kind: 'delete-people', by, provenAt, asOf, what, state: 'waiting', dueAt } as const),
        ...{ after: '', done: 0, total },
        ...(isEverybody && { isEverybody }),
      }
      const decided = await store.decide(`job:${ulid(at.getTime())}`, { at: asOf }, () => ({ what: 'asked', content }))
      if ('refused' in decided) throw new Error('a job is never refused')
      return decided.doc
    },

    async undo(id) {
      const decided = await store.decide<'begun'>(id, { at: now().toISOString() }, (job) => {
        if (job?.state !== 'waiting') return { refused: 'begun' }
        const { dueAt: _, ...content } = contentOf(job)
        return { what: 'undone', content: { ...content, state: 'undone' } }
      })
      return !('refused' in decided)
    },

    get: (id) => store.read(id),

    async open() {
      const all = await jobs.find<DeletionProgress>('by-next', {
        ...{ selector: { nextAt: { $gt: '' } }, fields: [...PROGRESS], limit: 100 },
      })
      return all.filter(({ dueAt }) => dueAt !== undefined).toSorted((a, b) => (a._id < b._id ? -1 : 1))
    },
  }
}

const isDeletable = (record: StoredAccount | undefined, asOf: string): record is AccountRecord =>
  record?.status === 'active' && record.role !== 'ADMIN' && record.createdAt <= asOf
