import { COOKIES, cookieName } from '#model'
import { isHttps } from '../settings/public-url.ts'

/** As long as a session lives when nobody uses it. */
export const IDLE_MS = COOKIES.session.seconds * 1000

/** Sent back by the browser to this host alone; on https the name's prefix makes the browser insist on that. */
export const SESSION_COOKIE = (publicUrl: string) => cookieName(COOKIES.session.name, isHttps(publicUrl))

export const sessionCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.session.seconds,
})
