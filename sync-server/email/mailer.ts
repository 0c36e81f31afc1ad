import { createTransport } from 'nodemailer'
import { isEmailAddress, normaliseEmail } from '#model'
import type { Rendered } from './templates/letter.ts'

export interface Mailer {
  /** Resolves once the mail server has taken the mail; throws MailRefused when it never will, MailServerAway before it was asked. */
  send(mail: Rendered & { to: string; messageId: string; givenUpAfterMs: number }): Promise<void>
  /** Whether the mail server answers now. */
  isThere(): Promise<boolean>
  close(): void
}

/** The mail server will not take this mail, now or later. */
export class MailRefused extends Error {}
/** There was nobody to take any mail: none can have got through. */
export class MailServerAway extends Error {}
/** The mail server is well, and puts this recipient off. */
export class RecipientBusy extends Error {}

/** As the model stores an address: what it would have to tidy is not one that was stored. */
const isStored = (address: string) => isEmailAddress(address) && normaliseEmail(address) === address

const CONTROL = /\p{Cc}+/gu

interface Needs {
  smtpUrl: string
  from: string
  /** How long the mail server may take to say its first word. */
  patienceMs?: number
}

export function openMailer({ smtpUrl, from, patienceMs = 10_000 }: Needs): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, replyTo, subject, text, html, messageId, givenUpAfterMs }) {
      // One address, and nothing that could be read as a second one or as another header.
      if (!isStored(to)) throw new MailRefused('the address is not one')
      if (replyTo !== undefined && !isStored(replyTo)) throw new MailRefused('the address to answer is not one')
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          subject: subject.replace(CONTROL, ' '),
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(givenUpAfterMs),
        })
      } catch (error) {
        throw understood(error)
      }
    },
    isThere: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  }
}

function understood(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, command, syscall, timeoutType, responseCode = 0 }: Smtp = error
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutMail && responseCode >= 500) return new MailRefused(String(error))
  if (command === 'RCPT TO') return new RecipientBusy(String(error))
  // A refused login is our own setting, and will be put right.
  const isNobody = code === 'EDNS' || code === 'EAUTH' || syscall === 'connect'
  const isMute = timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT'
  const isShut = command === 'CONN' && responseCode > 0
  if (isNobody || isMute || isShut) return new MailServerAway(String(error))
  // A connection that broke tells nothing about the mail that was on its way. Its code would read as one to CouchDB.
  return new Error(error.message)
}

type Smtp = Error & { code?: string; command?: string; syscall?: string; timeoutType?: string; responseCode?: number }
