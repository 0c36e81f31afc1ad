import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  to: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

/** A mail server on loopback that keeps received mails in memory. */
export interface DemoSmtp {
  url: string
  /** Newest first. */
  mails(): CaughtMail[]
  /** Resolves with the newest matching mail, as soon as there is one. */
  next(isWanted: (mail: CaughtMail) => boolean): Promise<CaughtMail>
  close(): Promise<void>
}

const KEPT = 200

export async function startDemoSmtp({ now }: { now: () => Date }): Promise<DemoSmtp> {
  const caught: CaughtMail[] = []
  const waiting = new Set<() => void>()

  async function take(raw: Buffer, to: string) {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
    caught.unshift({ to, subject, text, html, receivedAt: now().toISOString() })
    caught.length = Math.min(caught.length, KEPT)
    for (const look of waiting) look()
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    size: 1_000_000,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      buffer(stream).then(
        (raw) => (stream.sizeExceeded ? done(new Error('too large')) : take(raw, to).then(() => done(), done)),
        done,
      )
    },
  })
  // A client that disconnects in the middle must not stop the server.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => [...caught],
    next: (isWanted) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = caught.find(isWanted)
          if (!mail) return
          waiting.delete(look)
          resolve(mail)
        }
        waiting.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
