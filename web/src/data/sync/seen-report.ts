import { type ConversationFact, keyOfConversation, seenMark } from '#model'
import { callApi } from '../api/call-api.ts'
import type { Databases } from '../local/databases.ts'
import { accountOf, type SessionStateStore } from '../local/session-state.ts'
import type { Environment } from '../platform/environment.ts'
import { BackOff } from './replication/back-off.ts'

interface Parts {
  environment: Environment
  databases: Databases
  sessionState: SessionStateStore
}

type Marks = Record<string, number>

/** How many marks are sent in one request; the service accepts 100. */
const AT_ONCE = 50

/**
 * Tells the service how far this person has read, so that the other one sees it. Marks that are greater than the facts
 * say are sent, and sent again from time to time until the facts follow.
 */
export class SeenReport {
  readonly #parts: Parts
  readonly #backOff = new BackOff()
  /** The marks that were sent and need not be sent again yet. */
  #told: Marks = {}
  #isLooking = false
  #looksAgain = false
  #again: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sends new marks. Call it after documents were written or have arrived. */
  look(): void {
    if (this.#isStopped) return
    if (this.#isLooking) {
      this.#looksAgain = true
      return
    }
    this.#isLooking = true
    this.#look()
      .catch(() => this.#later())
      .finally(() => {
        this.#isLooking = false
        if (!this.#looksAgain) return
        this.#looksAgain = false
        this.look()
      })
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#again)
  }

  async #look() {
    const { environment, sessionState } = this.#parts
    const now = sessionState.get()
    if (!accountOf(now) || now.signedOutByServer) return
    const open = await this.#open()
    if (open.length === 0) {
      this.#told = {}
      this.#backOff.succeeded()
      return
    }
    const news = open.filter(([key, seq]) => seq > (this.#told[key] ?? 0)).slice(0, AT_ONCE)
    if (news.length > 0 && environment.isOnline()) {
      const marks: Marks = Object.fromEntries(news)
      const answer = await callApi(environment, 'POST', '/api/conversations/seen', marks)
      if (answer.kind === 'ok') this.#told = { ...this.#told, ...marks }
    }
    this.#later()
  }

  /** Returns the marks that are greater than the facts say. */
  async #open(): Promise<[string, number][]> {
    const mailbox = this.#parts.databases.mailbox()
    const marks = seenMark.merge(await mailbox.leavesOf('seen'))
    if (marks.size === 0) return []
    const facts = await mailbox.documents.all<ConversationFact>('conversation')
    const known = new Map(facts.map(({ _id, mineSeen }) => [keyOfConversation(_id), mineSeen]))
    return [...marks].filter(([key, seq]) => {
      const mineSeen = known.get(key)
      return mineSeen !== undefined && seq > mineSeen
    })
  }

  /** Sends the marks again after a while, unless the facts have followed by then. */
  #later() {
    if (this.#isStopped || this.#again !== undefined) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      this.#told = {}
      this.look()
    }, this.#backOff.nextMs())
  }
}
