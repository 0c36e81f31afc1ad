import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Authenticate } from './access/authenticate.ts'
import type { Limits } from './documents/normalise.ts'
import { asFailure, badRequest, Failure, notAnAdmin, unauthorized } from './http/failure.ts'
import type { Feed } from './http/feed.ts'
import { rememberUser } from './http/user.ts'
import { allDocsResources } from './resources/all-docs.ts'
import { attachmentResources } from './resources/attachments.ts'
import { bulkResources } from './resources/bulk.ts'
import { changesResource } from './resources/changes.ts'
import { databaseResources } from './resources/database.ts'
import { dbUpdatesResource } from './resources/db-updates.ts'
import { documentResources } from './resources/documents.ts'
import { findResources } from './resources/find.ts'
import { serverResources } from './resources/server.ts'
import { viewResources } from './resources/views.ts'
import type { Databases } from './store/databases.ts'
import type { ServerFile } from './store/server-file.ts'

/** Paths that anyone may read without credentials. */
const OPEN_PATHS = new Set(['/', '/_up', '/_session', '/_uuids'])
const SERVER_PATH = /^\/_(?!users|replicator|global_changes)/

export interface Parts {
  databases: Databases
  server: ServerFile
  authenticate: Authenticate
  limits: Limits
  version: string
  openFeeds: Set<Feed>
}

export function buildServer({ databases, server, authenticate, limits, version, openFeeds }: Parts): FastifyInstance {
  const app = Fastify({
    bodyLimit: limits.request,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 64 * 1024 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    frameworkErrors: (_error, _request, reply) => void answerFailure(reply as FastifyReply, badRequest('invalid path')),
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (request) => {
    const user = await authenticate(request.headers.authorization)
    rememberUser(request, user)
    const [path = '/'] = request.url.split('?', 1)
    if (user.name !== null || OPEN_PATHS.has(path)) return
    throw SERVER_PATH.test(path) || (/^\/[^/]*\/?$/.test(path) && ['PUT', 'DELETE'].includes(request.method))
      ? notAnAdmin()
      : unauthorized('You are not authorized to access this db.')
  })

  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    if (failure.status === 500) console.error(`${request.method} ${request.url}:`, error)
    return answerFailure(reply, failure)
  })
  app.setNotFoundHandler((_request, reply) => answerFailure(reply, new Failure(404, 'not_found', 'missing')))

  serverResources(app, server, databases, version)
  dbUpdatesResource(app, databases, openFeeds)
  databaseResources(app, databases, limits)
  bulkResources(app, databases, limits)
  allDocsResources(app, databases)
  changesResource(app, databases, openFeeds)
  findResources(app, databases)
  viewResources(app, databases)
  attachmentResources(app, databases, limits)
  documentResources(app, databases, limits)
  return app
}

const answerFailure = (reply: FastifyReply, { status, word, message }: Failure) =>
  reply.code(status).type('application/json').send({ error: word, reason: message })
