import { randomBytes } from 'node:crypto'
import { COOKIES, cookieName, normaliseEmail } from '#model'
import { addressGroup } from '../http/address-limits.ts'
import type { Keys } from '../settings/keys.ts'
import { isHttps } from '../settings/public-url.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Limits are counted per address, and addresses change by the hour on Indian mobile networks. A browser that has signed
 * in to an account keeps a cookie that says so. The cookie gives no access, but strangers cannot use up that browser's
 * limits.
 */
/** A caller whose requests are counted together: one known device, or everyone at one address. */
export interface Caller {
  key: string
  isKnown: boolean
}

export interface KnownDevices {
  /** Returns the caller that a request for this e-mail's account counts towards. */
  callerOf(email: string, request: Asking): Caller
  /** Returns the cookie for a browser that has just signed in: its present one, or a new one. */
  cookieFor(email: string, request: Asking): string
}

export const KNOWN_COOKIE = (publicUrl: string) => cookieName(COOKIES.knownBrowser.name, isHttps(publicUrl))

export const knownCookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(publicUrl),
  maxAge: COOKIES.knownBrowser.seconds,
})

/** The parts of a request that say where it comes from. */
export interface Asking {
  ip: string
  cookies: Record<string, string | undefined>
}

export function openKnownDevices({ keys, settings }: { keys: Keys; settings: Settings }): KnownDevices {
  const cookieOf = (id: string, email: string) =>
    `${id}.${keys.digest('device', `${id} ${normaliseEmail(email)}`).slice(0, 43)}`

  /** Each browser has an id of its own, so that a stolen one uses up nothing of the others. */
  function idOf(email: string, { cookies }: Asking): string | undefined {
    const cookie = cookies[KNOWN_COOKIE(settings.publicUrl)]
    const id = cookie?.split('.')[0]
    // The comparison may take a variable time, because the cookie gives no access.
    return id && cookie === cookieOf(id, email) ? id : undefined
  }

  return {
    cookieFor: (email, request) => cookieOf(idOf(email, request) ?? randomBytes(12).toString('base64url'), email),
    callerOf(email, request) {
      const id = idOf(email, request)
      if (id !== undefined) return { key: `device ${id}`, isKnown: true }
      const { ip } = request
      return { key: keys.digest('email', `address ${addressGroup(ip)}`).slice(0, 20), isKnown: false }
    },
  }
}
