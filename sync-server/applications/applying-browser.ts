import { timingSafeEqual } from 'node:crypto'
import { COOKIES, cookieName } from '#model'
import type { Keys } from '../settings/keys.ts'
import { isHttps } from '../settings/public-url.ts'

/**
 * Recognises the browser that submitted an application: it alone got this cookie with the answer. A network address
 * would not do, because thousands of people share one.
 */
export interface ApplyingBrowser {
  /** The cookie for the browser that has submitted this application. */
  cookieFor(ulid: string): string
  /** The ULID of the application that this browser submitted last; undefined if it has submitted none. */
  applicationOf(cookies: Record<string, string | undefined>): string | undefined
}

export const APPLICATION_COOKIE = (publicUrl: string) => cookieName(COOKIES.application.name, isHttps(publicUrl))

export const applicationCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.application.seconds,
})

export function openApplyingBrowser({
  keys,
  settings,
}: {
  keys: Keys
  settings: { publicUrl: string }
}): ApplyingBrowser {
  const cookieFor = (ulid: string) => `${ulid}.${keys.digest('application', `browser ${ulid}`)}`
  return {
    cookieFor,
    applicationOf(cookies) {
      const cookie = cookies[APPLICATION_COOKIE(settings.publicUrl)]
      const ulid = cookie?.split('.')[0]
      return ulid !== undefined && isEqual(cookie ?? '', cookieFor(ulid)) ? ulid : undefined
    },
  }
}

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
