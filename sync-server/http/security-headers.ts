import type { FastifyInstance, FastifyReply } from 'fastify'

const self = "'self'"
const none = "'none'"
const POLICY = Object.entries({
  'default-src': self,
  'script-src': self,
  'style-src': self,
  'img-src': `${self} data:`,
  'font-src': self,
  'connect-src': self,
  'object-src': none,
  'base-uri': none,
  'frame-ancestors': none,
  'form-action': self,
  'manifest-src': self,
  'worker-src': self,
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ')

/** The headers of every answer, including errors; answers about people must never be cached. */
export const SECURITY_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // Pages that open us are cut off, but we must be able to see when a provider's window that we opened was closed.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
}

export function setSecurityHeaders(reply: FastifyReply, { isHttps }: { isHttps: boolean }): void {
  reply.headers(SECURITY_HEADERS)
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
}

export function securityHeaders(app: FastifyInstance, how: { isHttps: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, how))
}
