import type { FastifyInstance } from 'fastify'
import pkg from '../../package.json' with { type: 'json' }
import type { Services } from '../services.ts'

const PATIENCE_MS = 2_000

/** How the service is: 503 when it cannot reach its database. */
export function healthRoutes(app: FastifyInstance, { couch, decider, settings }: Services, endpoints: string[]): void {
  app.get('/health', async (_request, reply) => {
    const reachable = await inTime(couch.isUp())
    const { open, oldestSeconds } = decider.lag()
    return reply.code(reachable ? 200 : 503).send({
      status: reachable ? 'ok' : 'unavailable',
      environment: settings.mode,
      server: { uptime: Math.floor(process.uptime()) },
      mail: { configured: settings.smtpUrl !== undefined },
      version: pkg.version,
      endpoints,
      couchdb: { reachable, embedded: settings.couchdbUrl === undefined },
      decider: { lagSeconds: oldestSeconds, open },
    })
  })
}

/** False when there is no answer in time: a health check that hangs tells nothing. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
