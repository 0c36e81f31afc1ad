import { isHttps } from '../settings/public-url.ts'
import { PROVED_MS } from './oauth-attempts.ts'

/** Opens nothing but the attempt that it was begun with; the attempt itself says when it is over. */
export const ATTEMPT_COOKIE = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-social' : 'social')

/** Lax, not Strict: it must come along when the provider sends the browser back. */
export const attemptCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: PROVED_MS / 1000,
})
