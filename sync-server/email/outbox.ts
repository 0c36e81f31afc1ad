import { inTime } from '../concurrency/in-time.ts'
import type { Couch } from '../couch/couch.ts'
import { isUnreachable } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { Stored } from '../couch/store.ts'
import type { Settings } from '../settings/settings.ts'
import type { MailSecrets } from './kinds/define-mail.ts'
import { type Mail, renderMail } from './mail.ts'
import { type Mailer, MailRefused, MailServerAway, RecipientBusy } from './mailer.ts'
import { openSmtpHealth } from './smtp-health.ts'

/**
 * Mails to be sent. They are kept in the database `outbox` until the mail server has them, across crashes and outages.
 */
export interface Outbox {
  /** Stores the mail and resolves with its Message-ID; posting the same kind and entity again changes nothing. */
  post(mail: Mail): Promise<string>
  /** The Message-ID that the mail with this id has, or will have. */
  messageIdOf(id: Mail['_id']): string
  start(): void
  /** Waits briefly for mails that are being sent; the rest is sent after the next start. */
  stop(): Promise<void>
  /** Looks for mails that are due now; resolves when they are handled. */
  wake(): Promise<void>
  counts(): Promise<OutboxCounts>
  /** Resolves with whether a mail posted now would be later than usual; waits briefly for mails that are being sent. */
  isLate(): Promise<boolean>
  /** Returns the mails that were given up and can be sent once more, oldest first; at most 200. */
  deadLetters(): Promise<DeadLetter[]>
  /**
   * How far this mail is: `late` if it could not be sent at first and is tried again, `refused` if the mail server will
   * never accept it for this address; undefined if it was not posted.
   */
  progressOf(id: Mail['_id']): Promise<MailProgress | undefined>
  /** Sends a mail that was given up once more; returns false if it is not waiting for that. */
  retry(id: string): Promise<boolean>
}

type MailProgress = 'waiting' | 'late' | 'sent' | 'refused' | 'given_up'

/** A dead letter without its recipient, which stays in the database. */
type DeadLetter = Pick<Envelope, 'attempts' | 'postedAt' | 'lastError'> & { id: string; kind: string }

interface OutboxCounts {
  /** Mails that are being sent or will be. */
  waiting: number
  /** Mails that were given up. */
  dead: number
}

/**
 * pending → leased → sent | dead. `nextAt` says when to handle it next: to send it, or to take over the lease of a
 * killed sender. In that case a mail may reach the server twice with one Message-ID. Sent and dead mails have no
 * `nextAt`.
 */
interface Envelope {
  type: 'mail'
  status: 'pending' | 'leased' | 'sent' | 'dead'
  attempts: number
  postedAt: string
  nextAt?: string
  sentAt?: string
  lastError?: string
  /** The mail server refused it for good. */
  isRefused?: true
  /** The last attempt found no mail server; the mail is sent as soon as there is one. */
  isServerAway?: boolean
}
type MailRecord = Mail & Envelope
type DeadMail = Pick<MailRecord, '_id' | 'kind' | 'attempts' | 'postedAt' | 'lastError'>
/** The part of a sent mail that is kept: that it was sent, and nothing personal. */
type Remains = Omit<Envelope, 'nextAt'> & { _id: string; kind: string; _rev: string }

/** The mail's code was used or has expired, or its account was deleted. */
class NothingToSay extends Error {
  override message = 'there is nothing to say any more, or nobody to say it to'
}

const LEASE_MS = 90_000
const SENDING_MS = 60_000
const BACK_OFF_MINUTES = [1, 5, 30]
const GIVE_UP_MS = 24 * 3_600_000
const STOP_MS = 2_500
const BATCH = 10
const LATE_MS = 30_000
const PATIENCE_MS = 500
const LISTED_AT_MOST = 200

interface Needs {
  couch: Couch
  accounts: { emailOf(account: string): Promise<string | undefined> }
  secrets: MailSecrets
  mailer: Mailer
  settings: Settings
  now: () => Date
  /** How often it looks for mails without being woken. */
  lookMs?: number
  report?: Report
}

export function openOutbox({ couch, accounts, secrets, mailer, settings, now, ...rest }: Needs): Outbox {
  const { lookMs = 30_000, report = console.error } = rest
  const store = couch.db('outbox')
  let state: 'idle' | 'running' | 'stopped' = 'stopped'
  let lookAgain = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const smtpHealth = openSmtpHealth(now)
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
      report(`The outbox could not be read; it is tried again in ${lookMs / 1000} s`, error)
    }
    if (state === 'stopped') return
    state = 'idle'
    timer = setTimeout(look, lookMs)
  }

  async function look() {
    if (!smtpHealth.acceptsMail() && (await mailer.isThere())) await bringForward()
    await wake()
  }

  /** The mail server is back, so mails that failed because it was away are sent now. */
  async function bringForward() {
    try {
      const nextAt = now().toISOString()
      const selector = { status: 'pending', nextAt: { $gt: nextAt } }
      const waiting = await store.find<MailRecord>('by-status', { selector, limit: LISTED_AT_MOST })
      const due = waiting.flatMap((mail): (MailRecord & Stored)[] => (mail.isServerAway ? [{ ...mail, nextAt }] : []))
      await Promise.all(due.map((mail) => store.put(mail)))
      if (due.length > 0) lookAgain = true
    } catch (error) {
      report('Mails that wait for the mail server go at their own time', error)
    }
  }

  // The mail's lease will expire, and it is sent again.
  const reportSending = ({ _id }: MailRecord, error: unknown) =>
    report(`How mail ${_id} fared could not be written down`, error)

  async function findDue() {
    const nextAt = { $lte: now().toISOString() }
    const find = (status: string) => store.find<MailRecord>('by-status', { selector: { status, nextAt }, limit: BATCH })
    return (await Promise.all([find('pending'), find('leased')])).flat()
  }

  async function send(found: MailRecord & Stored) {
    // The index may be behind the document, and another instance may just have leased it.
    if (found.nextAt === undefined || found.nextAt > now().toISOString()) return
    const attempts = found.attempts + 1
    const leased: MailRecord & Stored = { ...found, status: 'leased', attempts, nextAt: inMs(LEASE_MS) }
    const lease = await store.put(leased)
    if (lease === 'conflict') return
    const settle = smtpHealth.begin()
    const failure = await deliver(leased).then(
      (isSent) => (isSent ? undefined : new NothingToSay()),
      (error: unknown) => error,
    )
    const isBack = settle(whatItTells(failure))
    // CouchDB was away before the mail server was asked: the lease will expire, and the mail is sent again.
    if (isUnreachable(failure)) throw failure
    await store.put(failure === undefined ? remainsOf(leased, lease.rev) : afterFailure(leased, lease.rev, failure))
    if (isBack) await bringForward()
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
    const { nextAt: _, isServerAway: __, ...rest } = mail
    if (failure instanceof MailRefused) return { ...rest, _rev, status: 'dead', lastError, isRefused: true }
    if (now().getTime() - Date.parse(mail.postedAt) > GIVE_UP_MS) return { ...rest, _rev, status: 'dead', lastError }
    const minutes = BACK_OFF_MINUTES[Math.min(mail.attempts, BACK_OFF_MINUTES.length) - 1] ?? 1
    const waits = failure instanceof MailServerAway ? { isServerAway: true } : {}
    return { ...rest, ...waits, _rev, status: 'pending', lastError, nextAt: inMs(minutes * 60_000) }
  }

  /** Returns false if the mail no longer has to be sent. */
  async function deliver(mail: MailRecord): Promise<boolean> {
    const to = typeof mail.to === 'string' ? mail.to : await accounts.emailOf(mail.to.account)
    const rendered = await renderMail(mail, {
      secrets,
      publicUrl: settings.publicUrl,
      company: settings.company,
      now: now(),
    })
    if (to === undefined || rendered === undefined) return false
    await mailer.send({ ...rendered, to, messageId: messageIdOf(mail._id), givenUpAfterMs: SENDING_MS })
    return true
  }

  const messageIdOf = (id: string) =>
    `<${id.replaceAll(':', '.').replace(/[^\w.-]/g, '-')}@${settings.mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'mogra.example'}>`

  async function isLate(): Promise<boolean> {
    await inTime(round, PATIENCE_MS)
    if (smtpHealth.isLate()) return true
    const selector = { status: 'pending', nextAt: { $lt: inMs(-LATE_MS) } }
    // A queue that cannot be read is not sent either.
    const overdue = await store.find('by-status', { selector, limit: 1 }).catch(() => undefined)
    return overdue === undefined || overdue.length > 0
  }

  return {
    wake,
    messageIdOf,

    async post(mail) {
      const at = now().toISOString()
      const record: MailRecord = { ...mail, type: 'mail', status: 'pending', attempts: 0, postedAt: at, nextAt: at }
      if ((await store.create(record)) === 'created') void wake()
      return messageIdOf(mail._id)
    },

    start() {
      state = 'idle'
      void wake()
    },

    async stop() {
      if (state === 'stopped') return
      state = 'stopped'
      clearTimeout(timer)
      await inTime(round, STOP_MS)
    },

    async counts() {
      const counted = await store.reduced('unsent')
      const of = (status: Envelope['status']) => counted.get(status) ?? 0
      return { waiting: of('pending') + of('leased'), dead: of('dead') }
    },

    isLate,

    async retry(id) {
      let isDead = false
      await store.update<MailRecord>(id, (mail) => {
        // Without a recipient it cannot be sent: its code had expired, or its account was deleted.
        isDead = mail?.status === 'dead' && mail.to !== undefined
        const nextAt = now().toISOString()
        if (!mail || !isDead) return undefined
        const { isRefused: _, ...rest } = mail
        return { ...rest, status: 'pending', attempts: 0, postedAt: nextAt, nextAt }
      })
      if (isDead) void wake()
      return isDead
    },

    async progressOf(id) {
      const mail = await store.get<MailRecord>(id)
      if (!mail) return undefined
      if (mail.status === 'sent') return 'sent'
      if (mail.status === 'dead') return mail.isRefused ? 'refused' : 'given_up'
      return mail.lastError === undefined && !(await isLate()) ? 'waiting' : 'late'
    },

    async deadLetters() {
      // A mail that had nothing to say any more has no recipient, and has failed nobody.
      const selector = { status: 'dead', postedAt: { $gt: null }, to: { $exists: true } }
      const fields = ['_id', 'kind', 'attempts', 'postedAt', 'lastError']
      const dead = await store.find<DeadMail>('by-age', { selector, fields, limit: LISTED_AT_MOST })
      return dead.map(({ _id, kind, attempts, postedAt, lastError }) => ({
        ...{ id: _id, kind, attempts, postedAt },
        ...(lastError === undefined ? {} : { lastError }),
      }))
    },
  }
}

/** Returns what a result says about the mail server; undefined if it says nothing. */
function whatItTells(failure: unknown) {
  if (failure instanceof NothingToSay || failure instanceof RecipientBusy || isUnreachable(failure)) return undefined
  return failure === undefined || failure instanceof MailRefused ? 'answered' : 'failed'
}

// Mail servers quote the recipient in their errors, and errors are logged.
const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…').slice(0, 300)
