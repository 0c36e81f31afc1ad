import * as v from 'valibot'
import { accountId } from '#model'
import type { StoredAccount } from '../accounts/account-record.ts'
import { problem } from '../http/problem.ts'
import type { DeletionJob, DeletionProgress } from '../people/deletion-jobs.ts'
import { type AdminScope, freshCode, reading } from './admin-scope.ts'

/** More than this are deleted by clearing everybody, or in several turns: the job's document lists their ids. */
const AT_ONCE = 10_000

const Deletion = v.union([
  v.strictObject({ everybody: v.literal(true) }),
  v.strictObject({ ids: v.pipe(v.array(accountId), v.minLength(1), v.maxLength(AT_ONCE)) }),
])

/** Deletes people by a job: one, some, or everybody but the admins. */
export function deletionRoutes({ routes, services, adminOf, provenAtOf }: AdminScope): void {
  const { accessLog, couch, deletionJobs, now, sweep } = services

  routes.post('/deletions', { ...freshCode, schema: { body: Deletion } }, async (request, reply) => {
    const by = adminOf(request).account.id
    const asked = request.body
    const what = 'everybody' in asked ? 'everybody' : { ids: [...new Set(asked.ids)] }
    if (what !== 'everybody' && !(await hasNonAdmin(what.ids)))
      throw problem(403, 'admin_protected', { message: 'Cannot delete admin users!' })
    const job = await deletionJobs.request({ by, provenAt: provenAtOf(request), what })
    await accessLog.note('users-deleted', by, request)
    if (what === 'everybody') sweep.sweepSoon()
    return reply.code(201).send(shown(job, now()))
  })

  routes.get('/deletions', reading, async () => ({ jobs: (await deletionJobs.open()).map((job) => shown(job, now())) }))

  routes.get('/deletions/:id', reading, async (request) => shown(await existing(request.params), now()))

  // Needs no code: it saves people, and there are ten seconds for it.
  routes.post('/deletions/:id/undo', async (request) => {
    const { _id } = await existing(request.params)
    if (!(await deletionJobs.undo(_id))) throw problem(409, 'deletion_begun')
    return shown(await existing(request.params), now())
  })

  async function existing(params: unknown): Promise<DeletionJob> {
    const { id } = params as { id: string }
    const job = /^[0-9A-Z]{26}$/.test(id) ? await deletionJobs.get(`job:${id}`) : undefined
    if (!job) throw problem(404, 'not_found')
    return job
  }

  async function hasNonAdmin(ids: string[]): Promise<boolean> {
    for (const id of ids) {
      const account = await couch.db('accounts').get<StoredAccount>(`account:${id}`)
      if (account?.status !== 'active' || account.role !== 'ADMIN') return true
    }
    return false
  }
}

function shown({ _id, by, asOf, isEverybody, state, dueAt, done, total }: DeletionProgress, now: Date) {
  return {
    id: _id.slice('job:'.length),
    ...{ by, at: asOf, state, isEverybody: isEverybody === true, done, total },
    // Not a time: the clock of the admin's device may be wrong.
    ...(state === 'waiting' && !isEverybody && { undoSeconds: secondsUntil(dueAt, now) }),
  }
}

const secondsUntil = (time = '', now: Date) => Math.max(0, Math.ceil((Date.parse(time) - now.getTime()) / 1000))
