import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * The moods of the mail server. `slow` accepts a mail when it is told to; `dies after DATA` has received the mail but
 * does not acknowledge it.
 */
export type Mood =
  | 'well'
  | 'slow'
  | 'silent'
  | 'shut'
  | 'puts the sender off'
  | 'puts the recipient off'
  | 'puts the mail off'
  | 'refuses the recipient'
  | 'refuses the mail'
  | 'dies after DATA'

export interface OddSmtp {
  url: string
  mood: Mood
  /** Message-IDs of the accepted mails, in order; a mail that came twice is listed twice. */
  taken: string[]
  /** The plain text of these mails. */
  texts: string[]
  /** Returns how many mails a slow server has received and not acknowledged. */
  waiting(): number
  /** Makes a slow server acknowledge them. */
  letGo(): void
  close(): Promise<void>
}

const answer = (responseCode: number) => Object.assign(new Error('not now'), { responseCode })

/** Starts a real mail server on loopback with one of many moods. */
export async function startOddSmtp({ port = 0, onTaken }: { port?: number; onTaken?: (id: string) => void } = {}) {
  const refusing = (moods: Partial<Record<Mood, number>>, done: (error?: Error | null) => void) => {
    const code = moods[smtp.mood]
    done(code === undefined ? null : answer(code))
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => (smtp.mood === 'silent' ? undefined : refusing({ shut: 421 }, done)),
    onMailFrom: (_address, _session, done) => refusing({ 'puts the sender off': 451 }, done),
    onRcptTo: (_address, _session, done) =>
      refusing({ 'puts the recipient off': 450, 'refuses the recipient': 550 }, done),
    onData(stream, _session, done) {
      const take = async (raw: Buffer) => {
        const { messageId = '', text = '' } = await PostalMime.parse(raw)
        if (smtp.mood === 'slow') await new Promise<void>((resolve) => held.push(resolve))
        if (smtp.mood === 'well' || smtp.mood === 'slow' || smtp.mood === 'dies after DATA') {
          smtp.taken.push(messageId)
          smtp.texts.push(text)
          onTaken?.(messageId)
        }
        if (smtp.mood === 'dies after DATA') for (const socket of sockets) socket.destroy()
        else refusing({ 'puts the mail off': 452, 'refuses the mail': 554 }, done)
      }
      buffer(stream).then(take).catch(done)
    },
  })
  const held: (() => void)[] = []
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const smtp: OddSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mood: 'well',
    taken: [],
    texts: [],
    waiting: () => held.length,
    letGo() {
      for (const answer of held.splice(0)) answer()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}
