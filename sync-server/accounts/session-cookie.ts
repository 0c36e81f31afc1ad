import { COOKIES, cookieName } from '#model'

/** As long as a session lives when nobody uses it. */
export const IDLE_MS = COOKIES.session.seconds * 1000

/** Sent back by the browser to this host alone; on https the name's prefix makes the browser insist on that. */
export const SESSION_COOKIE = (publicUrl: string) => cookieName(COOKIES.session.name, publicUrl.startsWith('https:'))

export const sessionCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
  maxAge: COOKIES.session.seconds,
})
