import { ulid } from 'ulid'
import type { Role } from '#model'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

/** The whole service in its own process, controlled by the bench, so that its memory can be measured. */

let service: TestService | undefined

function running(): TestService {
  if (!service) throw new Error('not started')
  return service
}

const AT_ONCE = 16

const commands = {
  async start(folder: string) {
    service = await startTestService({ folder, logLevel: 'silent', limits: { pollsOfAddress: 100_000 } })
    return service.url
  },

  /** Creates people, each signed in on one device. */
  async people(count: number, role: Role = 'CUSTOMER') {
    const { services, url } = running()
    const people: { mailbox: string; cookie: string }[] = []
    let made = 0
    const worker = async () => {
      for (let n = made++; n < count; n = made++) {
        const email = `idle-${n}@bench.example`
        const account = await services.accounts.create({ email, name: 'Asha', role, verified: true })
        if (account === 'email_taken') throw new Error(`${email} is taken`)
        const cookie = `${SESSION_COOKIE(url)}=${await services.sessions.start(account, { provenBy: 'code', userAgent: '' })}`
        people.push({ mailbox: account.mailbox.name, cookie })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return people
  },

  /** Writes a message to support as a route does; returns its id and when it was decided. */
  async ticket(n: number) {
    const { tickets, sweep } = running().services
    const asked = { ulid: ulid(), at: new Date().toISOString(), isIntent: false }
    const email = `writer-${n}@bench.example`
    const message = {
      name: 'Asha',
      email,
      category: 'general',
      subject: 'A question',
      message: 'Where is it?',
    } as const
    const decided = await tickets.contact(asked, undefined, message)
    if ('refused' in decided) throw new Error(decided.refused)
    sweep.sweepSoon()
    return { id: decided.doc._id, at: Date.now() }
  },

  /** Returns the memory in bytes: as it is, and after V8 has returned what it keeps for its next burst. */
  async memory() {
    const { rss: asItIs } = process.memoryUsage()
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
    const { rss, heapUsed } = process.memoryUsage()
    return { asItIs, rss, heapUsed, polls: running().services.notifier.watching() }
  },

  stop: () => running().close(),
}
export type Commands = typeof commands

process.on('message', async ({ id, command, args }: { id: number; command: keyof Commands; args: [never] }) => {
  try {
    process.send?.({ id, answer: await commands[command](...args) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
