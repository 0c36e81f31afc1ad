import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { problem } from './problem.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Refuses requests from other sites: their pages can make a browser send our cookie, but cannot claim our origin. */
export function guardOrigin(app: FastifyInstance, { publicUrl }: Settings): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE.includes(request.method) && !isFromHere(request, publicUrl)) throw problem(403, 'cross_site')
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
    // Every current browser sends one of these headers, so a request with neither comes from a program, which holds
    // nobody else's cookies.
    case undefined:
      return origin === undefined || isOurs
    default:
      return false
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
