import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import type { Settings } from '../settings.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const API_BODY_MS = 20_000

/** Another site's page can make a browser send our cookie along, but not say that it is us who ask. */
export function guardOrigin(app: FastifyInstance, { publicUrl }: Settings): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE.includes(request.method) && !isFromHere(request, publicUrl)) throw problem(403, 'cross_site')
  })

  // The bodies of /api are small: whoever takes longer only means to hold a connection.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (!request.url.startsWith('/api/') || (length === undefined && encoding === undefined)) return payload
    const timer = setTimeout(() => request.raw.socket.destroy(), API_BODY_MS)
    payload.once('close', () => clearTimeout(timer))
    payload.once('end', () => clearTimeout(timer))
    return payload
  })
}

function isFromHere({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers
  const isOurs = origin !== undefined && (origin === new URL(publicUrl).origin || hostOf(origin) === host)
  switch (headers['sec-fetch-site']) {
    case 'same-origin':
      return true
    case 'none':
      return isOurs
    // No browser of today leaves it out, so neither header means a program, which holds nobody else's cookies.
    case undefined:
      return origin === undefined || isOurs
    default:
      return false
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
