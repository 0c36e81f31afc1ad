import * as v from 'valibot'
import { problem } from '../http/problem.ts'
import { type AdminNeeds, type AdminScope, reading } from './admin-scope.ts'

/** Something that Mogra could not do for a technical reason, and that an admin can have tried again. */
interface Trouble {
  /** `intent:<ulid>`, or the id of the mail or the document. */
  id: string
  what: 'intent' | 'mail' | 'document'
  /** A mail's kind, or a document's type. */
  kind?: string
  since: string
  tries?: number
  error?: string
}

const INTENT = 'intent:'
/** An id is asked of the database, so it may hold only what ids of mails and documents consist of. */
const troubleId = v.pipe(v.string(), v.maxLength(300), v.regex(/^[a-z-]+:[\w.:-]+$/))
const Retry = v.object({ id: troubleId })

/** Lists what rests after a failure, and has it tried again. */
export function troubleRoutes({ routes, services }: AdminScope): void {
  const { decider, outbox, sweep } = services

  routes.get('/troubles', reading, async () => ({ troubles: await troublesOf(services) }))

  routes.post('/retry', { schema: { body: Retry } }, async (request, reply) => {
    const { id } = request.body
    const isTried = id.startsWith(INTENT)
      ? await decider.retry(id.slice(INTENT.length))
      : id.startsWith('mail:')
        ? await outbox.retry(id)
        : await sweep.retry(id)
    if (!isTried) throw problem(404, 'trouble_over')
    return reply.code(204).send()
  })
}

type Needs = Pick<AdminNeeds, 'decider' | 'outbox' | 'sweep'>

/** Counts what `GET /api/admin/troubles` lists. */
export async function countTroubles({ decider, outbox, sweep }: Needs): Promise<number> {
  const [intents, mails, documents] = await Promise.all([decider.countParked(), outbox.deadLetters(), sweep.resting()])
  return intents + mails.length + documents.length
}

/** Returns them oldest first. */
async function troublesOf({ decider, outbox, sweep }: Needs): Promise<Trouble[]> {
  const [intents, mails, documents] = await Promise.all([decider.parked(), outbox.deadLetters(), sweep.resting()])
  const all: Trouble[] = [
    ...intents.map(({ ulid, parkedAt, error }) => ({
      ...({ id: `${INTENT}${ulid}`, what: 'intent', since: parkedAt, error } as const),
    })),
    ...mails.map(({ id, kind, postedAt, attempts, lastError }) => ({
      ...({ id, what: 'mail', kind, since: postedAt, tries: attempts } as const),
      ...(lastError !== undefined && { error: lastError }),
    })),
    ...documents.map(({ id, type, since, tries }) => ({ id, what: 'document' as const, kind: type, since, tries })),
  ]
  return all.sort((a, b) => (a.since < b.since ? -1 : 1))
}
