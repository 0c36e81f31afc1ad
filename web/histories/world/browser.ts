import { callApi } from '../../src/data/api/call-api.ts'
import type { Result } from '../../src/data/api/result.ts'
import { askOf } from '../../src/data/ask.ts'
import { accountOf, mailboxOf, type SessionState } from '../../src/data/local/session-state.ts'
import { cartOf } from '../../src/data/orders/cart.ts'
import { favouritesOf } from '../../src/data/people/favourites.ts'
import { memoryKeyValue } from '../../src/data/platform/key-value.ts'
import { pendingPushOf } from '../../src/data/push-state/pending-push.ts'
import { setInOrder } from '../../src/data/runtime/start.ts'
import { type FakeNetwork, openFakeNetwork } from '../../src/testing/fake-network.ts'
import { type TestDevice, testDevice } from '../../src/testing/test-device.ts'
import { BrowserIdentity } from './browser-identity.ts'
import { retry } from './retry.ts'
import { putBack, type Snapshot, takeSnapshot } from './rollback.ts'
import type { ServiceProcess } from './service-process.ts'

const CODE_TRIES = 3

export interface Person {
  email: string
  /** The id of the account. */
  account: string
}

interface Options {
  n: number
  origin: string
  service: ServiceProcess
}

/** A browser in a history: up to two pages with one storage, one network connection and one clock. */
export class Browser {
  readonly line: FakeNetwork
  readonly #n: number
  readonly #service: ServiceProcess
  #pages: TestDevice[]
  #offsetMs = 0
  #snapshot: Snapshot | undefined
  isOnline = true
  /** The current user; a new identity begins when the browser starts with an empty store, after a sign-out or a wipe. */
  holder: BrowserIdentity
  /** All identities that this browser ever had. */
  readonly holders: BrowserIdentity[] = []

  constructor({ n, origin, service }: Options) {
    this.#n = n
    this.line = openFakeNetwork()
    this.#service = service
    const now = () => new Date(Date.now() + this.#offsetMs)
    const page = testDevice({ origin, fetch: this.line.fetch, now, values: memoryKeyValue() })
    this.#pages = [page]
    this.holder = this.#follow(page.sessionState.get())
    page.sessionState.subscribe(() => {
      this.holder = this.#follow(page.sessionState.get())
    })
  }

  get page(): TestDevice {
    const page = this.#pages[this.#pages.length - 1]
    if (!page) throw new Error('no page is open')
    return page
  }

  /** The id of the account or visitor whose data the browser shows. */
  get owner(): string | undefined {
    return this.page.sessionState.get().signedIn?.account.id
  }

  get isSignedIn(): boolean {
    const sessionState = this.page.sessionState.get()
    return accountOf(sessionState) !== undefined && !sessionState.signedOutByServer
  }

  /** Whether the browser has access to a mailbox. */
  get hasMailbox(): boolean {
    return mailboxOf(this.page.sessionState.get()) !== undefined
  }

  get isConnected(): boolean {
    return this.isOnline && this.hasMailbox
  }

  cart = () => cartOf(() => this.page)
  favourites = () => favouritesOf(() => this.page)
  ask = () => askOf(() => this.page)

  async start(): Promise<void> {
    await this.#begin(this.page)
  }

  /** Signs in before the history begins, with a code that is not mailed. */
  async signIn({ email, account }: Person): Promise<void> {
    await retry(async () => {
      const answer = await this.page.session.signIn(email, await this.#service.codeOf(account))
      if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.error}`)
    })
  }

  async trySigningIn({ email }: Person): Promise<Result> {
    const { session } = this.page
    const asked = await session.requestCode(email)
    if (!asked.ok) return asked
    return this.#withCode(email, (code) => session.signIn(email, code))
  }

  async deleteAccount(): Promise<void> {
    const { environment, sessionState, session } = this.page
    const account = accountOf(sessionState.get())
    if (!account || sessionState.get().signedOutByServer) return
    const asked = await callApi(environment, 'POST', '/api/accounts/current/deletion-codes')
    if (asked.kind !== 'ok') return
    await this.#withCode(account.email, (code) => session.deleteAccount(code))
  }

  /** Tries several mails, because one with an earlier code or a code for another purpose may come first. */
  async #withCode(email: string, use: (code: string) => Promise<Result>): Promise<Result> {
    let answer: Result = { ok: false, error: 'no code was mailed' }
    for (let tries = 0; tries < CODE_TRIES; tries += 1) {
      const code = await this.#service.codeMailed(email).catch(() => '')
      if (code === '') return answer
      answer = await use(code)
      if (answer.ok || answer.error !== 'code_invalid') return answer
    }
    return answer
  }

  /** Returns false if there are unsent documents and the browser stays signed in. */
  async signOut(isForced: boolean): Promise<boolean> {
    const { sessionState, session } = this.page
    return accountOf(sessionState.get()) !== undefined && (await session.signOut({ force: isForced })) === 'done'
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline
    if (isOnline) this.line.mend()
    else this.line.cut()
    for (const page of this.#pages) page.setOnline(isOnline)
  }

  async openTab(): Promise<void> {
    if (this.#pages.length > 1) return
    const tab = this.page.openTab()
    this.#pages.push(tab)
    await this.#begin(tab)
  }

  async closeTab(): Promise<void> {
    if (this.#pages.length < 2) return
    await this.#pages.shift()?.close()
    // In a real browser each page has its own connections. Here the other page has closed them for both, and this page
    // notices that at its first access.
    const { databases } = this.page
    for (const { db } of [databases.mailbox(), databases.catalogue]) await db.info().catch(() => undefined)
  }

  /** Returns the ids of the documents that this browser has not sent yet. */
  unsent(): Promise<string[]> {
    return pendingPushOf(this.page.databases.mailbox().db, this.page.sessionState.get().devices)
  }

  async reload(): Promise<void> {
    await this.#whileClosed(async () => undefined)
  }

  setClock(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }

  async remember(): Promise<void> {
    this.#snapshot = await takeSnapshot(`_pouch_${this.page.sessionState.get().database}`)
  }

  /** Restores the remembered state of the local mailbox; returns false if the browser has another mailbox now. */
  async rollBack(): Promise<boolean> {
    const snapshot = this.#snapshot
    if (snapshot?.name !== `_pouch_${this.page.sessionState.get().database}`) return false
    await this.#whileClosed(() => putBack(snapshot))
    return true
  }

  async close(): Promise<void> {
    this.line.cut()
    for (const page of this.#pages.splice(0)) await page.close()
  }

  #follow(sessionState: SessionState): BrowserIdentity {
    const known = this.holders.at(-1)
    const holder = known?.devices.has(sessionState.devices[0] ?? '') ? known : new BrowserIdentity(this.#n)
    if (holder !== known) this.holders.push(holder)
    holder.note(sessionState)
    return holder
  }

  async #whileClosed(work: () => Promise<void>): Promise<void> {
    const [first, ...others] = this.#pages
    if (!first) return
    for (const other of others) await other.close()
    const next = await first.reload(work)
    this.#pages = [next]
    await this.#begin(next)
  }

  /** Starts a page as `startData` does; subscribes to the status, because every screen shows the indicator. */
  async #begin(page: TestDevice): Promise<void> {
    page.status.subscribe(() => undefined)
    page.supervisor.start()
    page.setOnline(this.isOnline)
    await setInOrder(page)
  }
}
