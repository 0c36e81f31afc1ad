import type { Accounts } from '../accounts/accounts.ts'
import type { LoginCodes } from '../accounts/login-codes.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Settings } from '../settings.ts'
import { type Mail, renderMail } from './mail.ts'
import { type Mailer, MailRefused } from './mailer.ts'

/** Mail that is to be sent: kept in the database `outbox` until the mail server has it, across crashes and outages. */
export interface Outbox {
  /** Resolves once stored; the same kind and entity again changes nothing. */
  post(mail: Mail): Promise<void>
  start(): void
  /** Waits a moment for what is being sent; the rest goes out after the next start. */
  stop(): Promise<void>
  /** Looks for mail that is due now, and resolves when it is dealt with. */
  wake(): Promise<void>
  counts(): Promise<OutboxCounts>
}

interface OutboxCounts {
  /** Being sent, or to be sent. */
  waiting: number
  /** Given up. */
  dead: number
}

/**
 * pending → leased → sent | dead. `nextAt` says when to look at it next: to send it, or to take over a lease whose holder
 * was killed. A mail can reach the server twice then, with one Message-ID. Neither sent nor dead ones have it.
 */
interface Envelope {
  type: 'mail'
  status: 'pending' | 'leased' | 'sent' | 'dead'
  attempts: number
  postedAt: string
  nextAt?: string
  sentAt?: string
  lastError?: string
}
type MailRecord = Mail & Envelope
/** What is kept of a sent one: that it was, and nothing about anybody. */
type Remains = Omit<Envelope, 'nextAt'> & { _id: string; kind: string; _rev: string }

/** A code that was used or has expired, an account that is gone. */
class NothingToSay extends Error {
  override message = 'there is nothing to say any more, or nobody to say it to'
}

const LEASE_MS = 90_000
const SENDING_MS = 60_000
const BACK_OFF_MINUTES = [1, 5, 30]
const GIVE_UP_MS = 24 * 3_600_000
const LOOK_MS = 30_000
const STOP_MS = 2_500
const BATCH = 10

interface Needs {
  couch: Couch
  accounts: Accounts
  loginCodes: LoginCodes
  mailer: Mailer
  settings: Settings
  now: () => Date
  report?: (message: string) => void
}

export function openOutbox({
  couch,
  accounts,
  loginCodes,
  mailer,
  settings,
  now,
  report = console.error,
}: Needs): Outbox {
  const store = couch.db('outbox')
  let state: 'idle' | 'running' | 'stopped' = 'stopped'
  let lookAgain = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()

  function wake(): Promise<void> {
    if (state === 'running') lookAgain = true
    if (state === 'idle') {
      state = 'running'
      round = sendAllDue()
    }
    return round
  }

  async function sendAllDue() {
    clearTimeout(timer)
    try {
      do {
        lookAgain = false
        const due = await findDue()
        await Promise.all(due.map((mail) => send(mail).catch((error: unknown) => reportSending(mail, error))))
        if (due.length > 0) lookAgain = true
      } while (lookAgain && state === 'running')
    } catch (error) {
      report(`The outbox could not be read; it is tried again in ${LOOK_MS / 1000} s: ${String(error)}`)
    }
    if (state === 'stopped') return
    state = 'idle'
    timer = setTimeout(wake, LOOK_MS)
  }

  // Its lease runs out, and it goes again.
  const reportSending = ({ _id }: MailRecord, error: unknown) =>
    report(`How mail ${_id} fared could not be written down: ${String(error)}`)

  async function findDue() {
    const nextAt = { $lte: now().toISOString() }
    const find = (status: string) => store.find<MailRecord>('by-status', { selector: { status, nextAt }, limit: BATCH })
    return (await Promise.all([find('pending'), find('leased')])).flat()
  }

  async function send(found: MailRecord & Stored) {
    // The index can be behind the document that it leads to, and another instance may just have leased that.
    if (found.nextAt === undefined || found.nextAt > now().toISOString()) return
    const attempts = found.attempts + 1
    const leased: MailRecord & Stored = { ...found, status: 'leased', attempts, nextAt: inMs(LEASE_MS) }
    const lease = await store.put(leased)
    if (lease === 'conflict') return
    const failure = await deliver(leased).then(
      (isSent) => (isSent ? undefined : new NothingToSay()),
      (error: unknown) => error,
    )
    await store.put(failure === undefined ? remainsOf(leased, lease.rev) : afterFailure(leased, lease.rev, failure))
  }

  const remainsOf = ({ _id, kind, attempts, postedAt }: MailRecord, _rev: string): Remains => ({
    ...{ _id, _rev, type: 'mail', kind, attempts, postedAt },
    ...{ status: 'sent', sentAt: now().toISOString() },
  })

  function afterFailure(mail: MailRecord & Stored, _rev: string, failure: unknown): Remains | (MailRecord & Stored) {
    const lastError = withoutAddresses(failure instanceof Error ? failure.message : String(failure))
    if (failure instanceof NothingToSay) {
      const { sentAt: _, ...remains } = remainsOf(mail, _rev)
      return { ...remains, status: 'dead', lastError }
    }
    report(`Mail ${mail._id} was not sent (try ${mail.attempts}): ${lastError}`)
    const { nextAt: _, ...rest } = mail
    if (failure instanceof MailRefused || now().getTime() - Date.parse(mail.postedAt) > GIVE_UP_MS)
      return { ...rest, _rev, status: 'dead', lastError }
    const minutes = BACK_OFF_MINUTES[Math.min(mail.attempts, BACK_OFF_MINUTES.length) - 1] ?? 1
    return { ...rest, _rev, status: 'pending', lastError, nextAt: inMs(minutes * 60_000) }
  }

  /** False: there is nothing to send any more. */
  async function deliver(mail: MailRecord): Promise<boolean> {
    const to = typeof mail.to === 'string' ? mail.to : await emailOf(mail.to.account)
    const rendered = await renderMail(mail, { loginCodes, publicUrl: settings.publicUrl, now: now() })
    if (to === undefined || rendered === undefined) return false
    await mailer.send({ ...rendered, to, messageId: messageIdOf(mail._id), givenUpAfterMs: SENDING_MS })
    return true
  }

  async function emailOf(accountId: string) {
    const account = await accounts.get(accountId)
    return account?.status === 'active' ? account.email : undefined
  }

  const messageIdOf = (id: string) =>
    `<${id.replaceAll(':', '.').replace(/[^\w.-]/g, '-')}@${settings.mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'mogra.example'}>`

  return {
    wake,

    async post(mail) {
      const at = now().toISOString()
      const record: MailRecord = { ...mail, type: 'mail', status: 'pending', attempts: 0, postedAt: at, nextAt: at }
      if ((await store.create(record)) === 'created') void wake()
    },

    start() {
      state = 'idle'
      void wake()
    },

    async stop() {
      if (state === 'stopped') return
      state = 'stopped'
      clearTimeout(timer)
      const waited = Promise.withResolvers<void>()
      const patience = setTimeout(waited.resolve, STOP_MS)
      await Promise.race([round, waited.promise])
      clearTimeout(patience)
    },

    async counts() {
      const counted = await store.reduced('unsent')
      const of = (status: Envelope['status']) => counted.get(status) ?? 0
      return { waiting: of('pending') + of('leased'), dead: of('dead') }
    },
  }
}

// Mail servers quote the recipient in their errors, and those go to the log.
const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…').slice(0, 300)
