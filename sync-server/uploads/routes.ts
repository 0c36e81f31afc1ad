import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { uploadSecret } from '#model'
import type { SessionNeeds } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { AddressLimits } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../http/refuse-in-maintenance.ts'
import { bodyOf } from './request-body.ts'
import { openTus, UPLOADS_PATH } from './tus.ts'
import { unknownUpload } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

export interface UploadRouteNeeds extends SessionNeeds {
  uploads: Uploads
  addressLimits: AddressLimits
  deskSettings: Maintenance
}

/** The headers of the protocol; a client may name the length of a body, but no proxy's address or other method. */
const UNDERSTOOD = ['tus-resumable', 'upload-length', 'upload-defer-length', 'upload-metadata', 'upload-offset']
const OF_BODY = ['content-type', 'content-length']
const ANSWERED = ['tus-resumable', 'location', 'upload-offset', 'upload-length']

/**
 * Uploads of documents, by tus. Anyone may begin one, because an application's account exists only once it is submitted;
 * the secret in the address is the right to go on.
 */
export async function uploadRoutes(app: FastifyInstance, needs: UploadRouteNeeds): Promise<void> {
  const { uploads, addressLimits, deskSettings, sessions, settings } = needs
  const tus = openTus(uploads)
  // The body is read while it arrives, so that what has come before a cut is kept.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))

  async function accountOf(request: FastifyRequest): Promise<string | undefined> {
    const session = await sessions.look(request.cookies[SESSION_COOKIE(settings.publicUrl)])
    if (session === 'account_deleted') throw problem(401, 'account_deleted')
    return session === 'none' ? undefined : session.account.id
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const account = await accountOf(request)
    if (request.method !== 'HEAD') await refuseInMaintenance(deskSettings)
    const hasBody = request.method === 'PATCH'
    const headers = new Headers()
    for (const name of hasBody ? [...UNDERSTOOD, ...OF_BODY] : UNDERSTOOD) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const body = hasBody ? bodyOf(request.raw) : undefined
    try {
      const url = new URL(request.url, 'http://uploads.invalid')
      const init = { method: request.method, headers, ...(body && { body: body.stream, duplex: 'half' as const }) }
      const answered = await tus.answer(new Request(url, init), account)
      for (const name of ANSWERED) {
        const value = answered.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      return reply.code(answered.status).send()
    } finally {
      body?.release()
    }
  }

  app.post(UPLOADS_PATH, async (request, reply) => {
    addressLimits.count('upload', request.ip)
    return answer(request, reply)
  })

  app.route<{ Params: { secret: string } }>({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${UPLOADS_PATH}/:secret`,
    handler: async (request, reply) => {
      if (!v.is(uploadSecret, request.params.secret)) throw unknownUpload()
      return answer(request, reply)
    },
  })
}
