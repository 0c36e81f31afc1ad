import { COOKIES, cookieName } from '#model'
import { isHttps } from '../settings/public-url.ts'

/** The cookie gives access only to the attempt that it was created with, and the attempt has its own expiry. */
export const ATTEMPT_COOKIE = (publicUrl: string) => cookieName(COOKIES.socialLogin.name, isHttps(publicUrl))

/** Lax, not Strict: the browser must send it when the provider redirects back. */
export const attemptCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.socialLogin.seconds,
})
