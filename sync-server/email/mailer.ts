import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { emailAddress } from '#model'
import type { Rendered } from './templates/layout.ts'

export interface Mailer {
  /** Resolves once the mail server has taken the mail; throws MailRefused when it never will. */
  send(mail: Rendered & { to: string; messageId: string; givenUpAfterMs: number }): Promise<void>
  close(): void
}

/** The mail server will not take this mail, now or later. */
export class MailRefused extends Error {}

const CONTROL = /\p{Cc}+/gu

export function openMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, messageId, givenUpAfterMs }) {
      // One address, and nothing that could be read as a second one or as another header.
      if (!v.is(emailAddress, to)) throw new MailRefused('the address is not one')
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replace(CONTROL, ' '),
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(givenUpAfterMs),
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused(String(error)) : error
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx about the recipient or the message; a refused login is our own setting and will be put right. */
const isFinal = (error: unknown) => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
