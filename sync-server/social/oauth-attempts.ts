import { randomBytes, timingSafeEqual } from 'node:crypto'
import { COOKIES, type Language } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Keys } from '../settings/keys.ts'
import type { AttemptSecrets, Identity, ProviderName, Refusal } from './providers/provider.ts'

export const PAGES = ['login', 'register', 'profile'] as const
export const DISPLAYS = ['popup', 'redirect'] as const

/** The sign-in that the person wants to make. */
interface Intention {
  provider: ProviderName
  page: (typeof PAGES)[number]
  display: (typeof DISPLAYS)[number]
  language: Language
  /** The account, for an attempt from the profile. */
  account?: string
}

export interface OauthAttempt extends Intention {
  _id: string
  type: 'social-attempt'
  expiresAt: string
  /** Set when the provider's answer arrived; a second answer is refused. */
  answeredAt?: string
  identity?: Identity
  refusal?: Refusal
}

/**
 * Attempts to sign in at a provider. The browser holds a cookie from which state, nonce and verifier are derived, so
 * neither a stolen database nor another browser can continue an attempt.
 */
export interface OauthAttempts {
  /** Starts an attempt and returns the cookie's value and the secrets. */
  begin(intention: Intention): Promise<{ cookie: string; secrets: AttemptSecrets }>
  find(cookie: string | undefined): Promise<OauthAttempt | undefined>
  /** Returns the attempt and its secrets to the first request with the right state, and undefined to later ones. */
  take(
    cookie: string | undefined,
    provider: ProviderName,
    state: unknown,
  ): Promise<{ attempt: OauthAttempt; secrets: AttemptSecrets } | undefined>
  settle(attempt: OauthAttempt, outcome: { identity: Identity } | { refusal: Refusal }): Promise<void>
  forget(attempt: OauthAttempt): Promise<void>
}

const ON_THE_WAY_MS = 600_000
/** A person who has proved who they are may still have to fill in a long form. */
const PROVED_MS = COOKIES.socialLogin.seconds * 1000

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
}

export function openOauthAttempts({ couch, keys, now }: Needs): OauthAttempts {
  const store = couch.db('credentials')
  const idOf = (cookie: string) => `social-attempt:${keys.digest('social', `attempt ${cookie}`)}`
  const secretsOf = (cookie: string): AttemptSecrets => ({
    state: keys.digest('social', `state ${cookie}`),
    nonce: keys.digest('social', `nonce ${cookie}`),
    verifier: keys.digest('social', `verifier ${cookie}`),
  })
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()

  async function find(cookie: string | undefined) {
    if (!cookie || cookie.length > 100) return undefined
    const attempt = await store.get<OauthAttempt>(idOf(cookie))
    return attempt && attempt.expiresAt > now().toISOString() ? attempt : undefined
  }

  return {
    find,

    async begin(intention) {
      const cookie = randomBytes(32).toString('base64url')
      await store.create<OauthAttempt>({
        ...{ _id: idOf(cookie), type: 'social-attempt', ...intention },
        expiresAt: inMs(ON_THE_WAY_MS),
      })
      return { cookie, secrets: secretsOf(cookie) }
    },

    async take(cookie, provider, state) {
      const found = await find(cookie)
      if (!cookie || found?.provider !== provider) return undefined
      const secrets = secretsOf(cookie)
      if (typeof state !== 'string' || !isSame(state, secrets.state)) return undefined
      let attempt: OauthAttempt | undefined
      await store.update<OauthAttempt>(found._id, (before) => {
        attempt = undefined
        if (!before || before.answeredAt !== undefined) return undefined
        attempt = { ...before, answeredAt: now().toISOString() }
        return attempt
      })
      return attempt && { attempt, secrets }
    },

    async settle({ _id }, outcome) {
      await store.update<OauthAttempt>(_id, (before) => before && { ...before, ...outcome, expiresAt: inMs(PROVED_MS) })
    },

    async forget({ _id }) {
      for (;;) {
        const found = await store.get<OauthAttempt>(_id)
        if (!found || (await store.remove(found)) === 'removed') return
      }
    },
  }
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
