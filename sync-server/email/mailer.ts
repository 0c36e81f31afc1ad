import { createTransport } from 'nodemailer'
import { isEmailAddress, normaliseEmail } from '#model'
import type { Rendered } from './templates/letter.ts'

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail. Throws `MailRefused` if it never will, and `MailServerAway` if
   * it could not be asked.
   */
  send(mail: Rendered & { to: string; messageId: string; givenUpAfterMs: number }): Promise<void>
  /** Resolves with whether the mail server answers now. */
  isThere(): Promise<boolean>
  close(): void
}

/** The mail server will never accept this mail. */
export class MailRefused extends Error {}
/** No mail server could be reached, so no mail can have been sent. */
export class MailServerAway extends Error {}
/** The mail server works but postpones mails to this recipient. */
export class RecipientBusy extends Error {}

/** Whether an address is in the form in which the model stores it; any other form was never stored. */
const isStored = (address: string) => isEmailAddress(address) && normaliseEmail(address) === address

const CONTROL = /\p{Cc}+/gu

interface Needs {
  smtpUrl: string
  from: string
  /** How long to wait for the mail server's greeting. */
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
      // Only a single valid address, and nothing that could be read as a second address or another header.
      if (!isStored(to)) throw new MailRefused('the address is not one')
      if (replyTo !== undefined && !isStored(replyTo)) throw new MailRefused('the address to answer is not one')
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          // A typed encoded word would be read as what it stands for: line breaks, or another subject.
          subject: subject.replace(CONTROL, ' ').replaceAll('=?', '= ?'),
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
  // A refused login is a wrong setting of ours, which will be corrected.
  const isNobody = code === 'EDNS' || code === 'EAUTH' || syscall === 'connect'
  const isMute = timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT'
  const isShut = command === 'CONN' && responseCode > 0
  if (isNobody || isMute || isShut) return new MailServerAway(String(error))
  // A broken connection does not say whether the mail was accepted. The error's code is dropped, because it would be
  // taken for an error of CouchDB.
  return new Error(error.message)
}

type Smtp = Error & { code?: string; command?: string; syscall?: string; timeoutType?: string; responseCode?: number }
