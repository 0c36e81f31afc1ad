import type { FastifyInstance } from 'fastify'
import pkg from '../package.json' with { type: 'json' }
import { inTime } from './concurrency/in-time.ts'
import type { Services } from './services.ts'

const PATIENCE_MS = 2_000
/** How long a result is reused, because anyone may ask as often as they like. */
const ASKED_ANEW_MS = 1_000

/** Reports the state of the service; 503 if it cannot reach its database. */
export function healthRoutes(
  app: FastifyInstance,
  { couch, decider, outbox, settings, sweep }: Services,
  endpoints: string[],
): void {
  const look = () => Promise.all([answerOf(couch.isUp()), answerOf(outbox.counts()), answerOf(outbox.isLate())])
  let last: { atMs: number; seen: ReturnType<typeof look> } | undefined

  app.get('/health', async (_request, reply) => {
    if (!last || performance.now() - last.atMs > ASKED_ANEW_MS) last = { atMs: performance.now(), seen: look() }
    const [isUp, mails, isLate] = await last.seen
    const reachable = isUp === true
    const { open, oldestSeconds } = decider.lag()
    return reply.code(reachable ? 200 : 503).send({
      status: reachable ? 'ok' : 'unavailable',
      environment: settings.mode,
      server: { uptime: Math.floor(process.uptime()) },
      mail: { configured: settings.smtpUrl !== undefined, ...mails, isLate },
      version: pkg.version,
      endpoints,
      couchdb: { reachable, embedded: settings.couchdbUrl === undefined },
      decider: { lagSeconds: oldestSeconds, open, decides: decider.holdsLease },
      deadlines: sweep.state(),
    })
  })
}

/** Resolves with undefined if there is no answer in time, because a health check that hangs is useless. */
const answerOf = <T>(answer: Promise<T>): Promise<T | undefined> =>
  inTime(
    answer.catch(() => undefined),
    PATIENCE_MS,
  )
