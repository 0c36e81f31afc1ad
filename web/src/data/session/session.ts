import { normaliseEmail } from '#model'
import { callApi } from '../api/call-api.ts'
import { languageParameter } from '../api/chosen-language.ts'
import { foundIn, type Result, resultOf } from '../api/result.ts'
import { needsAttention } from '../attention/attention-queries.ts'
import { readWhole } from '../live/live-query.ts'
import { forgetChosenFiles } from '../local/chosen-files.ts'
import type { Databases } from '../local/databases.ts'
import { clearDrafts } from '../local/draft-storage.ts'
import { accountOf, Holding, isVisitor, mailboxOf, type SessionStateStore } from '../local/session-state.ts'
import type { Environment } from '../platform/environment.ts'
import { randomId } from '../platform/random-id.ts'
import { pendingPushOf } from '../push-state/pending-push.ts'
import { openRemote } from '../sync/replication/remote.ts'
import { attachMailbox, followMailbox, leaveMailbox } from './mailbox-migration.ts'
import { withSessionLock } from './session-lock.ts'

/** Set while a session still has to be ended, because there was no network at sign-out. */
const PENDING_LOGOUT = 'mogra_session_to_end'
const LAST_PUSH_MS = 10_000
/**
 * `account_deleted` only counts if another request gets it again after this long, without a different answer in
 * between.
 */
const SAID_AGAIN_MS = 1000

interface Parts {
  environment: Environment
  databases: Databases
  sessionState: SessionStateStore
  /** `fetch` for requests to the gate, with deadlines. */
  gate: typeof globalThis.fetch
  announce: (ids: readonly string[]) => void
}

/**
 * The session of this browser: who is signed in. The service manages the cookie; the local data stays whatever happens
 * to it.
 */
export class Session {
  readonly #parts: Parts
  #asking: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async requestCode(email: string): Promise<Result> {
    const { environment } = this.#parts
    return resultOf(
      await callApi(environment, 'POST', '/api/login-codes', { email, ...languageParameter(environment.values) }),
    )
  }

  signIn(email: string, code: string): Promise<Result> {
    return this.#signIn(email, '/api/sessions', { email, code })
  }

  signInWithPassword(email: string, password: string): Promise<Result> {
    return this.#signIn(email, '/api/sessions', { email, password })
  }

  signInWithProvider(email: string, register?: { terms: true }): Promise<Result> {
    return this.#signIn(email, '/api/social/sessions', register ? { register } : {})
  }

  async #signIn(email: string, path: string, proof: object): Promise<Result> {
    // Asks first whether the service still knows its visitor: that decides which intents come along.
    const { signedIn } = this.#parts.sessionState.get()
    if (signedIn && isVisitor(signedIn.account)) await this.current()
    return this.#alone(async () => {
      const { environment, sessionState } = this.#parts
      const account = accountOf(sessionState.get())
      const isAnother = account && normaliseEmail(account.email) !== normaliseEmail(email)
      // The other account's changes would be lost: that person signs in first, or signs out for good.
      const unsentOfOther = { ok: false, error: 'unsent_of_other_account' } as const
      if (isAnother && (await this.#countLosses()) > 0) return unsentOfOther

      const answer = await callApi(environment, 'POST', path, {
        ...proof,
        ...languageParameter(environment.values),
        adopt: true,
      })
      const signedInAs = foundIn(answer, Holding)
      // Another tab has used this code: the person is logged in, as they want to be.
      const isDone = account && !isAnother && !sessionState.get().signedOutByServer
      if (!signedInAs.ok) return signedInAs.error === 'code_missing' && isDone ? { ok: true } : signedInAs
      if (isAnother && (await this.#countLosses()) > 0) {
        // Another page wrote while the answer was on its way: the person who has just signed in is not let in.
        environment.values.set(PENDING_LOGOUT, 'yes')
        await this.#hasEnded()
        this.#endedElsewhere()
        return unsentOfOther
      }
      environment.values.set(PENDING_LOGOUT, undefined)
      if (isAnother) this.#forgetForms()
      await attachMailbox(this.#parts, signedInAs.value)
      await this.#destroyStrayFeeds()
      this.knowsGone()
      return { ok: true }
    })
  }

  /**
   * Gives a person who has not signed in a mailbox for their intents. Safe to repeat: the service knows its visitor by
   * the cookie. If the answer to a sign-in was lost, the cookie is the account's, and so is the mailbox.
   */
  becomeVisitor(): Promise<Result> {
    return this.#alone(async () => {
      const { environment, sessionState } = this.#parts
      if (mailboxOf(sessionState.get()) || accountOf(sessionState.get())) return { ok: true }
      if (!(await this.#hasEnded())) return { ok: false, error: 'network' }
      const language = languageParameter(environment.values)
      let made = foundIn(await callApi(environment, 'POST', '/api/visitors', language), Holding)
      if (!made.ok && made.error === 'signed_in')
        made = foundIn(await callApi(environment, 'GET', '/api/sessions/current'), Holding)
      if (!made.ok) return made
      await attachMailbox(this.#parts, made.value)
      return { ok: true }
    })
  }

  /** Pushes first; documents that exist only here are lost with `force` only. */
  async signOut({ force = false }: { force?: boolean } = {}): Promise<'done' | { unsent: number }> {
    const unsent = await this.#sendRest()
    if (unsent > 0 && !force) return { unsent }

    this.#parts.environment.values.set(PENDING_LOGOUT, 'yes')
    await this.#forget()
    await this.#endSession()
    return 'done'
  }

  /** Ends all sessions of the account, this one too; does nothing if the service does not answer. */
  async signOutEverywhere({ force = false }: { force?: boolean } = {}): Promise<Result | { unsent: number }> {
    const unsent = await this.#sendRest()
    if (unsent > 0 && !force) return { unsent }

    const result = resultOf(await callApi(this.#parts.environment, 'DELETE', '/api/sessions'))
    if (!result.ok) return result
    // A change that another page made while the answer was on its way waits for the next sign-in.
    if (!force && (await this.#countLosses()) > 0) this.#endedElsewhere()
    else await this.#forget()
    return result
  }

  /** Needs a code that was mailed for this purpose. Also deletes what this browser has of the account. */
  async deleteAccount(code: string): Promise<Result> {
    const result = resultOf(await callApi(this.#parts.environment, 'DELETE', '/api/accounts/current', { code }))
    // Another device, or a request whose answer was lost, has deleted it before.
    if (!result.ok && result.error !== 'account_deleted') return result
    await this.#forget()
    return { ok: true }
  }

  /** Asks the service who is signed in. No answer changes nothing. */
  current(): Promise<void> {
    this.#asking ??= this.#ask()
      .finally(() => this.#destroyStrayFeeds())
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }

  async #ask() {
    const { environment, sessionState } = this.#parts
    await this.#endSession()
    if (!sessionState.get().signedIn) return
    // Each request has its own address: no proxy may repeat the answer to another request.
    const answer = await this.#alone(() => callApi(environment, 'GET', `/api/sessions/current?asked=${randomId(8)}`))
    const { signedIn, signedOutByServer, deletedSaidAt, ...rest } = sessionState.get()
    if (!signedIn) return

    const said = answer.kind === 'problem' && answer.status === 401 ? answer.error : undefined
    if (said === 'signed_out') return sessionState.set({ ...rest, signedIn, signedOutByServer: true })
    if (said === 'account_deleted') {
      const now = environment.now().getTime()
      const first = Math.min(deletedSaidAt ?? now, now)
      if (now - first >= SAID_AGAIN_MS) return this.#forget({ accountGone: true })
      // If this request fails, the next start asks again.
      setTimeout(() => this.current().catch(() => undefined), SAID_AGAIN_MS)
      return sessionState.set({ ...rest, signedIn, signedOutByServer: true, deletedSaidAt: first })
    }
    const now = foundIn(answer, Holding)
    if (!now.ok) return
    if (now.value.account.id !== signedIn.account.id) {
      // The visitor has signed in, but the answer to the sign-in was lost.
      if (isVisitor(signedIn.account)) return attachMailbox(this.#parts, now.value)
      return sessionState.set({ ...rest, signedIn, signedOutByServer: true })
    }
    if (signedOutByServer || deletedSaidAt !== undefined) sessionState.set({ ...rest, signedIn })
    await followMailbox(this.#parts, now.value)
  }

  /** What this person typed, and the files that they chose. */
  #forgetForms() {
    const { environment } = this.#parts
    clearDrafts(environment.values)
    forgetChosenFiles(environment)
  }

  async #forget(why?: { accountGone: true }) {
    this.#forgetForms()
    await leaveMailbox(this.#parts, why)
    await this.#destroyStrayFeeds()
  }

  /** If it fails, the next answer of the service or the next start does it. */
  #destroyStrayFeeds() {
    return this.#parts.databases.destroyStrayFeeds().catch(() => undefined)
  }

  /** The person has read that the account was deleted, or goes on with another one. */
  knowsGone(): void {
    const { accountGone, ...rest } = this.#parts.sessionState.get()
    if (accountGone) this.#parts.sessionState.set(rest)
  }

  async #endSession() {
    if (this.#parts.environment.values.get(PENDING_LOGOUT) !== undefined) await this.#alone(() => this.#hasEnded())
  }

  /** Whether the sessions that were signed out here have all been ended. */
  async #hasEnded(): Promise<boolean> {
    const { environment } = this.#parts
    if (environment.values.get(PENDING_LOGOUT) === undefined) return true
    // The service never refuses this: a refusal comes from a captive portal, and the request is repeated.
    if (!resultOf(await callApi(environment, 'DELETE', '/api/sessions/current')).ok) return false
    environment.values.set(PENDING_LOGOUT, undefined)
    return true
  }

  /**
   * Requests that change the cookie run one after another across all pages: a late answer would set an older cookie
   * again.
   */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    return withSessionLock(this.#parts.environment, work)
  }

  /** Tries once more to send, and returns how many documents would be lost. */
  async #sendRest(): Promise<number> {
    await this.#pushOnce()
    return this.#countLosses()
  }

  /** How many documents would be lost with this device: not sent, or refused by the gate and not dismissed. */
  async #countLosses(): Promise<number> {
    const { databases, sessionState } = this.#parts
    const mailbox = databases.mailbox()
    const unsent = await pendingPushOf(mailbox.db, sessionState.get().devices)
    // As the tray shows it: what was placed again since is no loss, and could not be put away.
    const open = await readWhole(needsAttention, databases.stores())
    const refused = open.filter(({ refusedBy }) => refusedBy === 'gate')
    return new Set([...unsent, ...refused.map(({ id }) => id)]).size
  }

  #endedElsewhere() {
    const { sessionState } = this.#parts
    sessionState.set({ ...sessionState.get(), signedOutByServer: true })
  }

  async #pushOnce() {
    const { environment, databases, sessionState, gate, announce } = this.#parts
    const { signedIn, signedOutByServer, devices } = sessionState.get()
    const { db } = databases.mailbox()
    if (!signedIn || signedOutByServer || (await pendingPushOf(db, devices)).length === 0) return
    const remote = await openRemote(environment.origin, signedIn.mailbox.name, gate)
    const push = await remote.push(db, { live: false, batchSize: 500, now: environment.now, announce })
    const timer = setTimeout(() => push.replication.cancel(), LAST_PUSH_MS)
    await push.replication.catch(() => undefined)
    clearTimeout(timer)
    await push.noted()
  }
}
