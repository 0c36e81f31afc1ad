import { COOKIES, cookieName } from '#model'
import { isHttps } from '../settings/public-url.ts'

/** How long a session lives without being used. */
export const IDLE_MS = COOKIES.session.seconds * 1000

/**
 * The name of the session cookie. Browsers send it to this host only; on https, the prefix of its name enforces that.
 */
export const SESSION_COOKIE = (publicUrl: string) => cookieName(COOKIES.session.name, isHttps(publicUrl))

export const sessionCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.session.seconds,
})
