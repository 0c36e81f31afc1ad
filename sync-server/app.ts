import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes/routes.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { devMailRoutes } from './email/dev-mail-routes.ts'
import { type GateLimits, gateRoutes } from './gate/routes.ts'
import { healthRoutes } from './health-routes.ts'
import { handleClientError, refuseExpectations } from './http/client-error-handler.ts'
import { endConnectionsAtClose } from './http/end-connections.ts'
import { handleBadUrl, handleErrors } from './http/error-handler.ts'
import { guardOrigin } from './http/guard-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { guardSlowUploads } from './http/slow-upload-guard.ts'
import { openThroughputLimits } from './http/throughput-limits.ts'
import { validateWithValibot } from './http/validate.ts'
import { peopleRoutes } from './people/routes.ts'
import type { Services } from './services.ts'
import { isHttps } from './settings/public-url.ts'
import { socialRoutes } from './social/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

export interface AppOptions {
  /** The folder of the built web app; without it, only the service's own routes exist. */
  webFolder?: string
  limits?: GateLimits
  logLevel?: 'debug' | 'info' | 'warn' | 'silent'
  /** Receives the lines of the log; default: standard output. */
  logStream?: { write(line: string): void }
}

const MEGABYTE = 1024 * 1024
/** An upload's secret is its address. */
const SECRET_IN_PATH = /(\/api\/uploads\/).+/

/** Builds the routes and what they share. It does not listen, and closing it stops no service. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings, outages } = services
  const how = { isHttps: isHttps(settings.publicUrl) }
  const app = fastify({
    bodyLimit: MEGABYTE,
    // 1 MB at the 4 KB/s of a bad mobile network; slower bodies are refused earlier.
    requestTimeout: 300_000,
    // Headers are small: a client that takes longer or sends nothing only wants to hold a connection.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    // With plain http there is no proxy that could be trusted about addresses.
    trustProxy: how.isHttps ? ['loopback', 'uniquelocal'] : false,
    frameworkErrors: handleBadUrl(how, outages),
    clientErrorHandler: handleClientError,
    logger: {
      level: options.logLevel ?? 'warn',
      ...(options.logStream && { stream: options.logStream }),
      // No cookies, secrets, addresses or bodies are logged; the audit database records who did what.
      serializers: {
        req: ({ method, url }) => ({ method, path: url?.split('?')[0]?.replace(SECRET_IN_PATH, '$1…') }),
        err: ({ name, message, stack }) => ({ type: name, message, stack: stack ?? '' }),
      },
    },
  })

  securityHeaders(app, how)
  const throughput = openThroughputLimits()
  app.addHook('onClose', async () => throughput.close())
  guardSlowUploads(app, throughput)
  guardOrigin(app, settings)
  endConnectionsAtClose(app)
  refuseExpectations(app.server)
  handleErrors(app, outages)
  validateWithValibot(app)
  await app.register(cookie)
  // Fast rather than small: large static files are compressed at build time.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })

  const endpoints: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') endpoints.push(`${one} ${url}`)
  })
  healthRoutes(app, services, endpoints)
  accountRoutes(app, services)
  socialRoutes(app, services)
  applicationRoutes(app, services)
  peopleRoutes(app, services, throughput)
  conversationRoutes(app, services, throughput)
  await supportRoutes(app, services)
  // Registered by itself, because it reads bodies in its own way.
  await app.register(async (uploads) => uploadRoutes(uploads, services))
  await app.register(async (admin) => adminRoutes(admin, services, throughput), { prefix: '/api/admin' })
  await app.register(async (gate) => gateRoutes(gate, services, throughput, options.limits), { prefix: '/db' })
  if (settings.mode === 'demo') await app.register(async (dev) => devMailRoutes(dev, services, throughput))
  if (options.webFolder) await webRoutes(app, options.webFolder)
  return app
}

async function webRoutes(app: FastifyInstance, root: string) {
  if (!existsSync(join(root, 'index.html'))) return
  const assets = `${join(root, 'assets')}${sep}`
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      // A file in assets has the hash of its content in its name; everything else must be revalidated.
      reply.header('cache-control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
