import { COOKIES, cookieName } from '#model'
import { isHttps } from '../settings/public-url.ts'

/** Opens nothing but the attempt that it was begun with; the attempt itself says when it is over. */
export const ATTEMPT_COOKIE = (publicUrl: string) => cookieName(COOKIES.socialLogin.name, isHttps(publicUrl))

/** Lax, not Strict: it must come along when the provider sends the browser back. */
export const attemptCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.socialLogin.seconds,
})
