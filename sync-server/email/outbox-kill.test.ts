import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

const MAILS = 200
const KILLS = 16

let service: TestService
let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-mail-kill-'))
  service = await startTestService()
  await service.services.outbox.stop()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(program: string, ...args: string[]): Promise<{ child: ChildProcess; said: string }> {
  const child = fork(join(import.meta.dirname, 'testing', program), args)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const [said] = (await once(child, 'message')) as [string]
  return { child, said }
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('no mail is lost while its sender and the mail server are killed at random', { timeout: 300_000 }, async () => {
  const file = join(folder, 'taken')
  const startSmtp = (port: number) => start('smtp-process.ts', String(port), file)
  let smtp = await startSmtp(0)
  const smtpUrl = smtp.said
  const began = String(Date.now())
  const startSender = () => start('sender-process.ts', service.couchdbUrl, smtpUrl, folder, began)
  let sender = await startSender()

  let posted = 0
  const postAll = async () => {
    for (; posted < MAILS; posted += 1) {
      await service.services.outbox.post({
        ...({ _id: `mail:test:${posted}`, kind: 'test', to: `mail${posted}@example.com` } as const),
        ...({ language: 'en', data: {} } as const),
      })
      await wait(40)
    }
  }
  const posting = postAll()
  for (let kills = 0; kills < KILLS; kills += 1) {
    await wait(50 + Math.random() * 500)
    if (Math.random() < 0.5) {
      await kill(sender.child)
      sender = await startSender()
    } else {
      // Half of its deaths are the worst case: it has the mail and has not acknowledged it.
      if (Math.random() < 0.5) {
        smtp.child.send('die after the next mail')
        await Promise.race([once(smtp.child, 'exit'), wait(1_000)])
      }
      await kill(smtp.child)
      smtp = await startSmtp(Number(new URL(smtpUrl).port))
    }
  }
  await posting
  const wanted = Array.from({ length: MAILS }, (_, i) => `<mail.test.${i}@mogra.example>`)
  await expect
    .poll(() => service.services.outbox.counts(), { timeout: 90_000, interval: 250 })
    .toEqual({ waiting: 0, dead: 0 })

  const taken = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  expect([...new Set(taken)].sort()).toEqual(wanted.sort())
  console.log(`${MAILS} mails, ${KILLS} kills: none lost, ${taken.length - MAILS} doubled`)
})
