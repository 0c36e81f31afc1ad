import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { problem } from './problem.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Another site's page can make a browser send our cookie along, but not say that it is us who ask. */
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
    // No browser of today leaves it out, so neither header means a program, which holds nobody else's cookies.
    case undefined:
      return origin === undefined || isOurs
    default:
      return false
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
