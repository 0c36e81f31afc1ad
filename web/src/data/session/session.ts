import * as v from 'valibot'
import { openRemote } from '../gate/remote.ts'
import type { Databases } from '../local/databases.ts'
import { clearDrafts } from '../local/draft-storage.ts'
import { AccountSummary, MailboxAddress, type PointerStore } from '../local/pointer.ts'
import { unsentOf } from '../marks/unsent.ts'
import type { Environment } from '../page/environment.ts'
import { startPush } from '../sync/replicate.ts'
import { type Answer, callApi } from './api.ts'
import { attachMailbox, followMailbox, leaveMailbox } from './switch-mailbox.ts'

/** A session that could not be ended at sign-out, for want of a network. */
const TO_END = 'mogra_session_to_end'
const LAST_PUSH_MS = 10_000

const SessionAnswer = v.object({ account: AccountSummary, mailbox: MailboxAddress })

/** `error` is a reason code, a key of the `problems` namespace; `network` for an unreachable service. */
export type Result = { ok: true } | { ok: false; error: string; retryAfterSeconds?: number }

interface Parts {
  environment: Environment
  databases: Databases
  pointer: PointerStore
  /** Through the gate, with deadlines. */
  gate: typeof globalThis.fetch
  announce: (ids: readonly string[]) => void
}

/** Who this browser works for. The cookie is the service's affair; the data stays whatever happens to it. */
export class Session {
  readonly #parts: Parts
  #asking: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async requestCode(email: string): Promise<Result> {
    return resultOf(await callApi(this.#parts.environment, 'POST', '/api/login-codes', { email, ...this.#language() }))
  }

  async signIn(email: string, code: string): Promise<Result> {
    const { environment, databases, pointer } = this.#parts
    const { signedIn, devices } = pointer.get()
    const isAnother = signedIn && signedIn.account.email.toLowerCase() !== email.trim().toLowerCase()
    // Their changes would be lost: they sign in first, or sign out for good.
    if (isAnother && (await unsentOf(databases.mailbox().db, devices)).length > 0)
      return { ok: false, error: 'unsent_of_other_account' }

    const answer = await callApi(environment, 'POST', '/api/sessions', { email, code, ...this.#language() })
    if (answer.kind !== 'ok') return resultOf(answer)
    const signedInAs = v.safeParse(SessionAnswer, answer.body)
    if (!signedInAs.success) return { ok: false, error: 'network' }
    environment.values.set(TO_END, undefined)
    if (isAnother) clearDrafts(environment.values)
    await attachMailbox(this.#parts, signedInAs.output)
    return { ok: true }
  }

  /** For the mails that the service writes. */
  #language(): { language?: 'en' | 'hi' } {
    const language = this.#parts.environment.values.get('mogra_language')
    return language === 'en' || language === 'hi' ? { language } : {}
  }

  /** Pushes first; what could not be sent is lost with `force` only. */
  async signOut({ force = false }: { force?: boolean } = {}): Promise<'done' | { unsent: number }> {
    const { environment, databases, pointer } = this.#parts
    const { devices } = pointer.get()
    await this.#pushOnce()
    const unsent = await unsentOf(databases.mailbox().db, devices)
    if (unsent.length > 0 && !force) return { unsent: unsent.length }

    environment.values.set(TO_END, 'yes')
    clearDrafts(environment.values)
    await leaveMailbox(this.#parts)
    await this.#endSession()
    return 'done'
  }

  /** Asks the service who is signed in. Silence changes nothing. */
  current(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask() {
    const { environment, pointer } = this.#parts
    await this.#endSession()
    if (!pointer.get().signedIn) return
    const answer = await callApi(environment, 'GET', '/api/sessions/current')
    const { signedIn, signedOutByServer, deletedSaid = 0, ...rest } = pointer.get()
    if (!signedIn) return

    if (answer.kind === 'problem' && answer.status === 401) {
      if (answer.error !== 'account_deleted') return pointer.set({ ...rest, signedIn, signedOutByServer: true })
      // Said once, it may be a service that is being restored; said again later, the account is gone.
      if (deletedSaid > 0) return this.#forget()
      return pointer.set({ ...rest, signedIn, signedOutByServer: true, deletedSaid: 1 })
    }
    const now = answer.kind === 'ok' ? v.safeParse(SessionAnswer, answer.body) : undefined
    if (!now?.success) return
    if (now.output.account.id !== signedIn.account.id)
      return pointer.set({ ...rest, signedIn, signedOutByServer: true })
    if (signedOutByServer || deletedSaid > 0) pointer.set({ ...rest, signedIn })
    await followMailbox(this.#parts, now.output)
  }

  async #forget() {
    clearDrafts(this.#parts.environment.values)
    await leaveMailbox(this.#parts)
  }

  async #endSession() {
    const { environment } = this.#parts
    if (environment.values.get(TO_END) === undefined) return
    const answer = await callApi(environment, 'DELETE', '/api/sessions/current')
    if (answer.kind !== 'unreachable') environment.values.set(TO_END, undefined)
  }

  async #pushOnce() {
    const { environment, databases, pointer, gate, announce } = this.#parts
    const { signedIn, signedOutByServer, devices } = pointer.get()
    const { db } = databases.mailbox()
    if (!signedIn || signedOutByServer || (await unsentOf(db, devices)).length === 0) return
    const remote = await openRemote(environment.origin, signedIn.mailbox.name, gate)
    const push = await startPush(db, remote.db, { live: false, batchSize: 500, now: environment.now, announce })
    const timer = setTimeout(() => push.replication.cancel(), LAST_PUSH_MS)
    await push.replication.catch(() => undefined)
    clearTimeout(timer)
    await push.noted()
  }
}

const resultOf = (answer: Answer): Result => {
  if (answer.kind === 'ok') return { ok: true }
  if (answer.kind === 'unreachable') return { ok: false, error: 'network' }
  const { error, retryAfterSeconds } = answer
  return { ok: false, error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}
